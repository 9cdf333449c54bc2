import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DownloadKind } from '../../../src/contract/rules/closing/download-plan.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal, type DealTeam } from '../signing/deal-team.ts';
import { openDesk } from '../signing/room/room-desk.ts';
import { openClosing, type ClosingTeam } from './closing-team.ts';
import { releaseItems } from './release-items.ts';

export let server: TestServer;
export let client: TestClient;
export let counsel: TestClient;
export let team: DealTeam;
let mailbox: MailCatcher;
export let closing: ClosingTeam;

/** Jane’s page is released, John’s is held, and Kim’s hasn’t been sent. */
export let lease: string;
/** An attachment of the lease that Jane has signed, released and collated. */
export let guaranty: string;
/** Another attachment, without a file. */
export let schedule: string;
/** A document without signatories. */
export let memo: string;

/** Prepares a deal once, with documents in every state. */
export function openDownloads(): void {
  beforeAll(async () => {
    mailbox = await MailCatcher.start();
    server = await startTestServer({ smtpUrl: mailbox.url });
    client = await server.signIn('member@firm.test');
    team = await openDeal(server, client);
    counsel = await server.signIn('counsel@outside.test');
    await addParticipant(server, team.deal, 'counsel@outside.test');
    closing = openClosing(server, team, openDesk(server, mailbox));
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.down();
  });
  // Polling works only inside a test.
  beforeEach(async () => {
    prepared ??= prepare();
    await prepared;
  }, 120_000);
}

let prepared: Promise<void> | null = null;

async function prepare(): Promise<void> {
  const jane = await team.person('Jane Doe', { email: 'jane@alpha.test' });
  const john = await team.person('John Roe', { email: 'john@alpha.test' });
  const kim = await team.person('Kim Poe', { email: 'kim@alpha.test' });
  const first = await closing.lease('Lease');
  lease = first.item;
  const attached = await closing.lease('Guaranty');
  guaranty = attached.item;
  memo = (await closing.lease('Memo')).item;
  await client.patch(`/transactions/item/${memo}`, { for_signing: false });
  schedule = await team.item('Schedule 1');
  for (const item of [guaranty, schedule]) await attach(item, lease);
  await team.assign(lease, jane, { item_page_uuid: first.page });
  for (const signatory of [john, kim]) await closing.assignBehind(lease, signatory);
  await team.assign(guaranty, jane, { item_page_uuid: attached.page });
  await closing.sign(jane, 'jane@alpha.test');
  await releaseItems(server, team.deal, [lease, guaranty]);
  await closing.collated(guaranty);
  await closing.sign(john, 'john@alpha.test');
}

async function attach(item: string, to: string): Promise<void> {
  const elements = await team.list('/transactions/element');
  const elementOf = (uuid: string) => elements.find((row) => row['item'] === uuid)?.uuid;
  const moved = { element_uuids: [elementOf(item)], parent_element: elementOf(to) };
  const answer = await client.patch('/transactions/element/bulk_update', moved);
  expect(answer.status, answer.text).toBe(200);
}

export async function fileIn(answer: Answer): Promise<Uint8Array> {
  expect(answer.status, answer.text).toBe(302);
  expect(answer.headers.get('location')).toBeNull();
  return new Uint8Array(await (await fetch(answer.body.redirect_url)).arrayBuffer());
}

/** Returns the pages of a document’s download, described by their content. */
export async function pagesOf(item: string, kind: string, reader = client): Promise<string[]> {
  return seen(await fileIn(await reader.post(`/transactions/item/${item}/download`, { kind })));
}

export async function seen(pdf: Uint8Array): Promise<string[]> {
  return (await seePdf(pdf)).map(({ text }) => shortly(text));
}

/** Describes a page, such as “Lease 2 signed”. A page with a code was sent in a packet. */
function shortly(text: string): string {
  const body = /(Lease|Guaranty|Memo), page (\d)/.exec(text);
  const signer = /(Jane Doe|John Roe|Kim Poe)/.exec(text)?.[1] ?? '';
  const code = text.includes('CP-') ? ' with a code' : '';
  return body ? `${body[1]} ${body[2]}${code}` : `${signer}${code}`;
}

export async function entriesOf(zip: Uint8Array): Promise<{ name: string; pages: string[] }[]> {
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(zip)]))).getEntries();
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error('A folder is in the zip.');
      const pdf = await entry.getData(new Uint8ArrayWriter());
      return { name: entry.filename, pages: await seen(pdf) };
    }),
  );
}

export const body = ['Lease 1', 'Lease 2 with a code', 'Lease 3'];
export const unsigned = ['John Roe', 'Kim Poe'];
const attached = ['Guaranty 1', 'Guaranty 2 with a code', 'Guaranty 3'];

/** The same for rarer kinds. */
export const pagesByRarerKind: [DownloadKind, string[]][] = [
  ['executed_item_without_unexecuted_pages', body],
  ['executed_item_with_attachments', [...body, ...unsigned, ...attached]],
  ['executed_item_with_attachments_without_unexecuted_pages', [...body, ...attached]],
  ['unexecuted_item', ['Lease 1', 'Lease 2', 'Lease 3', ...unsigned]],
  ['nonexecutable_item', ['Lease 1', 'Lease 2', 'Lease 3']],
];
