import { createHash } from 'node:crypto';
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { pdfKey } from '../../../server/storage/object-keys.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import type { DownloadKind } from '../../../src/contract/rules/closing/download-plan.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import { dealWithRows, insertVersion, SHA256 } from '../support/deal-with-rows.ts';
import { endpoints, READS_BY_POST, validCall, WRITES_BY_GET, type DealRows } from '../support/endpoints.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { teamOf, type DealTeam } from '../signing/deal-team.ts';
import { acceptPage, printPacket, uploadScan } from '../signing/packets/returned-scans.ts';
import { openDesk, type RoomDesk } from '../signing/room/room-desk.ts';
import { openClosing } from './closing-team.ts';

/**
 * What Jane's signed pages contain, unlike the blank ones: her entry, the name that she signed with, the
 * ink's color, and the outline in responses.
 */
export const ENTRY = 'Entry 4711';
export const SIGNED_AS = 'Jane Inkwell';
const INK = '#14264a';
const OUTLINE = '"outline":';
/** The text of the scan of Paul's page. */
export const SCANNED = 'Scan 4712';

interface Held {
  /**
   * The ids of a deal with all kinds of rows. The rows about signing belong to Jane's pages (`online`) or to
   * Paul's (`paper`).
   */
  online: DealRows;
  paper: DealRows;
  assignments: string[];
  pages: string[];
  /** The token of Jane's link. */
  token: string;
  /** The token of the link of Kim, who signs a page of the same document. */
  otherToken: string;
  /** The picture of Paul's page, as the organization that collected it gets it. */
  picture: string;
  /** The SHA-256 hashes of files with held pages. */
  hashes: string[];
}

export let mailbox: MailCatcher;
export let server: TestServer;
export let owner: TestClient;
export let admin: TestClient;
export let counsel: TestClient;
export let outsider: TestClient;
let team: DealTeam;
export let desk: RoomDesk;
export let held: Held;

/** Prepares a deal once, which the owner’s firm leads and in which counsel has collected signed pages. */
export function openCollectedPages(): void {
  beforeAll(async () => {
    mailbox = await MailCatcher.start();
    server = await startTestServer({ smtpUrl: mailbox.url });
    owner = await server.signIn('member@firm.test');
    admin = await server.signIn('admin@firm.test');
    counsel = await server.signIn('counsel@outside.test');
    outsider = await server.signIn('colleague@firm.test');
    desk = openDesk(server, mailbox);
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.down();
  });
  // Polling works only inside a test.
  beforeEach(async () => {
    collecting ??= collectPages();
    held = await collecting;
  }, 600_000);
}

let collecting: Promise<Held> | null = null;

/**
 * Creates a deal that the owner's firm leads. Counsel collects two pages that Jane signs online, and one that
 * Paul signs on paper.
 */
async function collectPages(): Promise<Held> {
  const rows = await dealWithRows(server, owner);
  // The file of all of its documents.
  for (const key of [`files/${SHA256}`, pdfKey(SHA256)])
    await server.services.objects.put(key, await samplePdf({ pages: 1, text: 'Body' }));
  team = teamOf(server, owner, rows.deal);
  await addParticipant(server, rows.deal, 'counsel@outside.test');
  for (const name of ['SELF_SERVE_ADMIN_REPORT', 'CYOA_DOWNLOADS'] as const)
    await setFeature(server.services.db, { name, transaction: null, is_active: true, set_at: new Date() });
  const theirs = { ...team, client: counsel };
  const closing = openClosing(server, team, desk);
  const people = { jane: `${v7()}@alpha.test`, paul: `${v7()}@alpha.test`, kim: `${v7()}@alpha.test` };
  const jane = await team.person('Jane Doe', { email: people.jane });
  const paul = await team.person('Paul Poe', { email: people.paul });
  const kim = await team.person('Kim Roe', { email: people.kim });

  const lease = await closing.lease('Lease');
  const note = await closing.lease('Note');
  const marked = await team.assign(lease.item, jane, { item_page_uuid: lease.page });
  const behind = await closing.assignBehind(note.item, jane);
  const onPaper = await closing.assignBehind(lease.item, paul);
  await closing.assignBehind(lease.item, kim);
  const place = { x_position: 0.1, y_position: 0.5, width: 0.4, height: 0.03 };
  for (const assignment of [marked.uuid, behind.uuid]) {
    const tab = { assignment, tab_type: 'custom', label: 'City', ...place };
    expect((await owner.post('/tab', tab)).status).toBe(201);
  }

  const packet = await desk.make(theirs, { signatories: [jane] });
  const token = await desk.send(theirs, packet, people.jane);
  await signWithEntries(token);
  const accepted = await counsel.post('/assignments/assignment/bulk_accept', {
    assignments: [marked.uuid, behind.uuid],
  });
  expect(accepted.status, accepted.text).toBe(200);
  const otherPacket = await desk.make(theirs, { signatories: [kim] });
  const otherToken = await desk.send(theirs, otherPacket, people.kim);

  const printed = await desk.make(theirs, { signatories: [paul] });
  const [sheet] = await printPacket(counsel, printed);
  const code = /CP-[A-Z2-7]{16}/.exec(sheet?.text.replaceAll(/\s/g, '') ?? '')?.[0] ?? '';
  const bytes = await samplePdf({ pages: 1, text: `${code} ${SCANNED}` });
  const { file, pages: scans } = await uploadScan(counsel, team.deal, bytes);
  expect(scans).toMatchObject([{ assignments: [onPaper.uuid] }]);
  const acceptedPage = await acceptPage(counsel, team.deal, onPaper.uuid);
  expect(acceptedPage.status, acceptedPage.text).toBe(200);
  const [scan] = scans;
  const { body: seen } = await counsel.get(`/transactions/executed_document_page/${scan.uuid}`);

  const { db } = server.services;
  const keyOf = async () =>
    (
      await db
        .selectFrom('packets')
        .select('signed_file_key')
        .where('uuid', '=', packet)
        .executeTakeFirstOrThrow()
    ).signed_file_key ?? '';
  await expect.poll(keyOf).not.toBe('');
  const { pdf_file_key, picture_key } = await db
    .selectFrom('executed_document_pages')
    .select(['pdf_file_key', 'picture_key'])
    .where('uuid', '=', scan.uuid)
    .executeTakeFirstOrThrow();
  const hashes = [await keyOf(), pdf_file_key, picture_key, file.sha256].flatMap(
    (key) => /[0-9a-f]{64}/.exec(String(key)) ?? [],
  );
  const pagesOf = async (of: string): Promise<string[]> =>
    (await counsel.get(`/packet/${of}`)).body.pages.map(({ uuid }: { uuid: string }) => uuid);
  const pages = await pagesOf(packet);
  const about = async (item: { item: string; page: string }, more: Partial<DealRows>): Promise<DealRows> => ({
    ...rows,
    version: await insertVersion(server, owner, { deal: rows.deal, item: item.item }),
    item: item.item,
    filed: item.item,
    page: item.page,
    executedDocument: file.uuid,
    executedDocumentPage: scan.uuid,
    ...more,
  });
  return {
    online: await about(note, {
      packet,
      packetPage: pages[1] ?? '',
      assignment: behind.uuid,
      packed: behind.uuid,
      held: behind.uuid,
      signatory: jane,
      signaturePage: behind.item_page_uuid,
    }),
    paper: await about(lease, {
      packet: printed,
      packetPage: (await pagesOf(printed))[0] ?? '',
      assignment: onPaper.uuid,
      packed: onPaper.uuid,
      held: onPaper.uuid,
      signatory: paul,
      signaturePage: onPaper.item_page_uuid,
    }),
    assignments: [marked.uuid, behind.uuid, onPaper.uuid],
    pages,
    token,
    otherToken,
    picture: seen.picture,
    hashes,
  };
}

async function signWithEntries(token: string): Promise<void> {
  const { consent, pages } = await desk.open(token);
  await desk.act(token, 'viewed');
  await desk.act(token, 'consent', { version: consent.version });
  await desk.act(token, 'adopt', { name: SIGNED_AS, style: 'caveat', initials: 'JI' });
  const filled = pages
    .filter(({ assignments }) => assignments.length > 0)
    .map(({ uuid, sha256, tabs }) => ({
      uuid,
      sha256,
      values: Object.fromEntries(tabs.map((tab) => [tab.uuid, ENTRY])),
    }));
  const signed = await desk.act(token, 'sign', { pages: filled });
  expect(signed.status, signed.text).toBe(200);
  expect((await desk.act(token, 'finish')).status).toBe(200);
}

export interface NamedCall {
  name: string;
  method: string;
  path: string;
  body?: unknown;
}

export const isRead = ({ name, method }: { name: string; method: string }) =>
  (method === 'GET' && !WRITES_BY_GET.has(name)) || READS_BY_POST.has(name);

/** Endpoints for the team. Those of the signing room need a link instead. */
export const ofTeams = endpoints().filter(
  ({ name }) => !name.startsWith('signing.') || name === 'signing.room',
);

/**
 * Returns each call that reads, about both kinds of held pages, and downloads of both documents with these
 * kinds.
 */
export function reads(kinds: readonly DownloadKind[] = []): NamedCall[] {
  const filed = [held.online.filed, held.paper.filed];
  const downloads = kinds.map((kind) => ({
    name: 'downloads.items',
    method: 'POST',
    path: '/transactions/item/downloads',
    body: { item_uuids: filed, kind },
  }));
  const others = [held.online, held.paper].flatMap((rows) =>
    ofTeams
      .filter((each) => isRead(each) && each.name !== 'downloads.items')
      .map(({ name, method }) => ({ name, method, ...validCall(name, rows) })),
  );
  const executed = { transaction: team.deal, kind: 'executed_item_with_attachments' };
  const calls = [...others, ...downloads].map((call) =>
    call.name === 'downloads.documents' ? { ...call, body: executed } : call,
  );
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

/** Returns the readable content of a response, and of the file that it leads to. */
async function contentOf(answer: Answer): Promise<{ text: string; hashes: string[] }> {
  const address = answer.body?.redirect_url ?? answer.headers.get('location');
  if (typeof address !== 'string' || !address.startsWith('http')) return { text: answer.text, hashes: [] };
  const file = await fetch(address);
  expect(file.status, `${address}: ${await file.clone().text().catch(String)}`.slice(0, 300)).toBe(200);
  const read = await readFile(await file.bytes());
  return { text: `${answer.text}\n${read.text}`, hashes: read.hashes };
}

export async function readFile(bytes: Uint8Array): Promise<{ text: string; hashes: string[] }> {
  const hashes = [createHash('sha256').update(bytes).digest('hex')];
  const start = Buffer.from(bytes.subarray(0, 5)).toString('latin1');
  if (start.startsWith('%PDF-')) {
    const pages = await seePdf(bytes);
    return { text: pages.map(({ text }) => text).join('\n'), hashes };
  }
  if (!start.startsWith('PK')) return { text: Buffer.from(bytes).toString(), hashes };
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)]))).getEntries();
  const files = await Promise.all(
    entries.map(async (entry) =>
      entry.directory ? [] : [await readFile(await entry.getData(new Uint8ArrayWriter()))],
    ),
  );
  const inside = files.flat();
  return {
    text: inside.map(({ text }) => text).join('\n'),
    hashes: [...hashes, ...inside.flatMap((each) => each.hashes)],
  };
}

async function showsHeldPage(answer: Answer): Promise<boolean> {
  const { text, hashes } = await contentOf(answer);
  const signs = [ENTRY, SIGNED_AS, INK, OUTLINE, SCANNED, held.picture];
  return (
    signs.some((sign) => text.replaceAll(/\s+/g, ' ').includes(sign)) ||
    hashes.some((hash) => held.hashes.includes(hash))
  );
}

/**
 * Makes calls one after another. Returns the names of those that show a held page, and of those that were
 * refused.
 */
export async function sweep(by: TestClient, calls: readonly NamedCall[]) {
  const shown = new Set<string>();
  const refused = new Set<string>();
  for (const { name, method, path, body } of calls) {
    const answer = await by.send(method, path, method === 'GET' ? undefined : body);
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
    if (answer.status >= 400 && !NOT_OF_THE_DEAL.test(name)) refused.add(name);
    if (await showsHeldPage(answer)) shown.add(name);
  }
  return { shown: [...shown].toSorted(), refused: [...refused].toSorted() };
}

/** Calls about an organization or a person, which not all participants may make. */
const NOT_OF_THE_DEAL =
  /^(organization|invitations|reports\.(organization|transactions|get))\b|^signing\.room$/;

export const HELD = ['executedDocumentPages.picture', 'executedDocuments.download'];
