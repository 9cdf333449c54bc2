import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DOWNLOAD_KINDS, type DownloadKind } from '../../../src/contract/rules/closing/download-plan.ts';
import { setFeature } from '../../../server/store/account/features.ts';
import { seePdf } from '../../support/open-pdfium.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { openDeal, type DealTeam } from '../signing/deal-team.ts';
import { openDesk } from '../signing/room/room-desk.ts';
import { openClosing, openPaperClosing, type ClosingTeam } from './closing-team.ts';
import { releaseItems } from './release-items.ts';

let server: TestServer;
let client: TestClient;
let counsel: TestClient;
let team: DealTeam;
let mailbox: MailCatcher;
let closing: ClosingTeam;

/** Jane’s page is released, John’s is held, and Kim hasn’t got hers. */
let lease: string;
/** An attachment of the lease that Jane has signed, released and collated. */
let guaranty: string;
/** Another attachment, without a file. */
let schedule: string;
/** Nobody signs it. */
let memo: string;

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

let prepared: Promise<void> | null = null;
// Polls work only inside a test.
beforeEach(async () => {
  prepared ??= prepare();
  await prepared;
}, 120_000);

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

async function fileIn(answer: Answer): Promise<Uint8Array> {
  expect(answer.status, answer.text).toBe(302);
  expect(answer.headers.get('location')).toBeNull();
  return new Uint8Array(await (await fetch(answer.body.redirect_url)).arrayBuffer());
}

/** The pages of a document’s download, each by what is on it. */
async function pagesOf(item: string, kind: string, reader = client): Promise<string[]> {
  return seen(await fileIn(await reader.post(`/transactions/item/${item}/download`, { kind })));
}

async function seen(pdf: Uint8Array): Promise<string[]> {
  return (await seePdf(pdf)).map(({ text }) => shortly(text));
}

/** Describes a page, such as “Lease 2 signed”. A page with a code went out in a packet. */
function shortly(text: string): string {
  const body = /(Lease|Guaranty|Memo), page (\d)/.exec(text);
  const signer = /(Jane Doe|John Roe|Kim Poe)/.exec(text)?.[1] ?? '';
  const code = text.includes('CP-') ? ' with a code' : '';
  return body ? `${body[1]} ${body[2]}${code}` : `${signer}${code}`;
}

async function entriesOf(zip: Uint8Array): Promise<{ name: string; pages: string[] }[]> {
  const entries = await new ZipReader(new BlobReader(new Blob([new Uint8Array(zip)]))).getEntries();
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error('A folder is in the zip.');
      const pdf = await entry.getData(new Uint8ArrayWriter());
      return { name: entry.filename, pages: await seen(pdf) };
    }),
  );
}

describe('of a document with a released page, a held one and one that isn’t signed', () => {
  const body = ['Lease 1', 'Lease 2 with a code', 'Lease 3'];
  const unsigned = ['John Roe', 'Kim Poe'];
  const attached = ['Guaranty 1', 'Guaranty 2 with a code', 'Guaranty 3'];

  /** Signatures are drawn as shapes, but the sheet that John signed has a code, and the blank one hasn’t. */
  const pagesByKind: [DownloadKind, string[]][] = [
    ['executed_item', [...body, ...unsigned]],
    ['executed_item_without_unexecuted_pages', body],
    ['executed_item_with_attachments', [...body, ...unsigned, ...attached]],
    ['executed_item_with_attachments_without_unexecuted_pages', [...body, ...attached]],
    ['unexecuted_item', ['Lease 1', 'Lease 2', 'Lease 3', ...unsigned]],
    ['nonexecutable_item', ['Lease 1', 'Lease 2', 'Lease 3']],
    ['executed_sigs', ['Lease 2 with a code']],
  ];

  test.each(pagesByKind)(
    '%s has these pages, without the held signature, for the firm that holds it and for the other side',
    async (kind, pages) => {
      expect(await pagesOf(lease, kind)).toEqual(pages);
      expect(await pagesOf(lease, kind, counsel)).toEqual(pages);
    },
  );

  test('every kind that is a PDF is among these', () => {
    const others = DOWNLOAD_KINDS.filter((kind) => pagesByKind.every(([each]) => each !== kind));
    expect(others).toEqual(['unexecuted_packets']);
  });

  test('no kind that is put together contains the seal of a packet, which wouldn’t be valid there', async () => {
    for (const kind of ['executed_item', 'executed_sigs']) {
      const pdf = await fileIn(await client.post(`/transactions/item/${lease}/download`, { kind }));
      expect(Buffer.from(pdf).includes('ETSI.CAdES.detached')).toBe(false);
    }
  });

  test('unexecuted_packets has the outstanding pages of each person, those that were sent with their codes', async () => {
    const zip = await fileIn(
      await client.post(`/transactions/item/${lease}/download`, { kind: 'unexecuted_packets' }),
    );
    expect(await entriesOf(zip)).toEqual([
      { name: '01 - John Roe.pdf', pages: ['John Roe with a code'] },
      { name: '02 - Kim Poe.pdf', pages: ['Kim Poe'] },
    ]);
  });
});

describe('of a document whose marked page is in an earlier version', () => {
  test('no kind contains that page, nor does that of a document with its signature pages there', async () => {
    const { item, page } = await closing.lease('Lease');
    const { item: joinder } = await closing.lease('Guaranty');
    const kim = await team.person('Kim Poe');
    await team.assign(item, kim, { item_page_uuid: page });
    await client.patch(`/transactions/item/${joinder}`, { pages_embedded_in: item });
    const { item: other } = await closing.lease('Memo');
    const { document } = (await client.get(`/transactions/item/${other}`)).body;
    for (const item_id of [null, item]) await client.patch(`/transactions/document/${document}`, { item_id });
    const swapped = await client.patch(`/transactions/item/${item}`, { document });
    expect(swapped.status, swapped.text).toBe(200);

    const body = ['Memo 1', 'Memo 2', 'Memo 3'];
    for (const kind of ['executed_item', 'executed_item_without_unexecuted_pages', 'unexecuted_item'])
      expect(await pagesOf(item, kind)).toEqual(body);
    const none = await client.post(`/transactions/item/${item}/download`, { kind: 'unexecuted_packets' });
    expect([none.status, none.body.error_message]).toEqual([422, 'No signature pages are outstanding.']);
    expect(await pagesOf(joinder, 'executed_item')).toEqual(['Guaranty 1', 'Guaranty 2', 'Guaranty 3']);
    await closing.assignBehind(item, kim);
    expect(await pagesOf(item, 'executed_item')).toEqual([...body, 'Kim Poe']);
    for (const uuid of [joinder, other, item]) await client.delete(`/transactions/item/${uuid}`);
  });
});

describe('of a collated document', () => {
  test('executed_item is the sealed executed document, byte for byte', async () => {
    const { pdf } = await closing.collated(guaranty);
    for (const kind of ['executed_item', 'executed_item_without_unexecuted_pages']) {
      const file = await fileIn(await client.post(`/transactions/item/${guaranty}/download`, { kind }));
      expect(Buffer.from(file).equals(Buffer.from(pdf))).toBe(true);
    }
  });

  test('unexecuted_packets is refused with a sentence, as nothing is outstanding', async () => {
    const answer = await client.post(`/transactions/item/${guaranty}/download`, {
      kind: 'unexecuted_packets',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('No signature pages are outstanding.');
  });
});

describe('of several documents', () => {
  test('a zip has a PDF of each, and the answer names those without such a PDF', async () => {
    const asked = { item_uuids: [lease, schedule, memo], kind: 'executed_item' };
    const answer = await client.post('/transactions/item/downloads', asked);
    expect(answer.body).toMatchObject({
      file_name: 'Project Alder - documents.zip',
      left_out: [{ item: schedule, name: 'Schedule 1', reason: 'no_file' }],
    });
    const entries = await entriesOf(await fileIn(answer));
    expect(entries.map(({ name, pages }) => [name, pages.length])).toEqual([
      ['01 - Lease.pdf', 5],
      ['02 - Memo.pdf', 3],
    ]);
  });

  test('a single document is a PDF', async () => {
    const asked = { item_uuids: [memo], kind: 'executed_item' };
    const answer = await client.post('/transactions/item/downloads', asked);
    expect(answer.body.file_name).toBe('Memo.pdf');
    expect(await seen(await fileIn(answer))).toHaveLength(3);
  });

  test('the whole transaction has attachments inside their documents', async () => {
    const answer = await client.post(`/transactions/transaction/${team.deal}/download`, {});
    expect((await entriesOf(await fileIn(answer))).map(({ name }) => name)).toEqual([
      '01 - Lease.pdf',
      '02 - Memo.pdf',
    ]);
  });

  test('some documents of the transaction, or all, each come on their own, with their own pages only', async () => {
    const download = async (body: object) => {
      const asked = { transaction: team.deal, ...body };
      return entriesOf(await fileIn(await client.post('/transactions/downloads/documents', asked)));
    };
    const guarantee = ['Guaranty 1', 'Guaranty 2 with a code', 'Guaranty 3'];
    const all = await download({ kind: 'executed_item_without_unexecuted_pages' });
    expect(all.map(({ pages }) => pages)).toEqual([
      ['Lease 1', 'Lease 2 with a code', 'Lease 3'],
      guarantee,
      ['Memo 1', 'Memo 2', 'Memo 3'],
    ]);
    const some = await download({ item_uuids: [memo, guaranty] });
    expect(some.map(({ pages }) => pages)).toEqual([guarantee, ['Memo 1', 'Memo 2', 'Memo 3']]);
  });

  test('the signed pages of the transaction are a PDF for each document that has some', async () => {
    const asked = { transaction: team.deal };
    const answer = await client.post('/transactions/downloads/signature_pages', asked);
    expect(await entriesOf(await fileIn(answer))).toEqual([
      { name: '01 - Lease.pdf', pages: ['Lease 2 with a code'] },
      { name: '01-A - Guaranty.pdf', pages: ['Guaranty 2 with a code'] },
    ]);
  });

  test('each has its own kind, if the transaction has the feature', async () => {
    const items = [
      { item: lease, kind: 'executed_sigs' },
      { item: memo, kind: 'nonexecutable_item' },
    ];
    const refused = await client.post('/transactions/item/downloads', { items });
    expect(refused.status).toBe(403);
    const feature = {
      name: 'CYOA_DOWNLOADS',
      transaction: team.deal,
      is_active: true,
      set_at: new Date(),
    } as const;
    await setFeature(server.services.db, feature);
    const zip = await fileIn(await client.post('/transactions/item/downloads', { items }));
    expect((await entriesOf(zip)).map(({ pages }) => pages)).toEqual([
      ['Lease 2 with a code'],
      ['Memo 1', 'Memo 2', 'Memo 3'],
    ]);
  });

  test('documents of different transactions are refused, and so is a stranger', async () => {
    const other = await openDeal(server, client);
    const foreign = await other.item('Foreign');
    const asked = { item_uuids: [memo, foreign], kind: 'executed_item' };
    expect((await client.post('/transactions/item/downloads', asked)).status).toBe(404);
    const stranger = await server.signIn('colleague@firm.test');
    expect(
      (await stranger.post(`/transactions/item/${memo}/download`, { kind: 'executed_item' })).status,
    ).toBe(404);
  });
});

test('a document whose file is damaged is refused with an alternative, and its own PDF can still be downloaded', async () => {
  const { item } = await closing.lease('Damaged');
  await closing.assignBehind(item, await team.person('Jane Doe'));
  const { document } = (await client.get(`/transactions/item/${item}`)).body;
  const key = `pdf/${'d'.repeat(64)}`;
  await server.services.objects.put(key, Buffer.from('%PDF-1.7 and nothing else'));
  await server.services.db
    .updateTable('documents')
    .set({ pdf_file_key: key })
    .where('uuid', '=', document)
    .execute();
  const refused = await client.post(`/transactions/item/${item}/download`, { kind: 'executed_item' });
  expect(refused.status).toBe(422);
  expect(refused.body.error_message).toBe(
    '“Damaged” can’t be combined with its signature pages. Download its original PDF instead.',
  );
  const own = await client.post(`/transactions/item/${item}/download`, { kind: 'nonexecutable_item' });
  expect(own.status).toBe(302);
  expect((await client.delete(`/transactions/item/${item}`)).status).toBe(204);
});

describe('a large download', () => {
  test('is made by a job, and its notification can be shared with the other side', async () => {
    server.services.settings.downloadBytesAtOnce = 1000;
    const answer = await client.post(`/transactions/transaction/${team.deal}/download`, {});
    server.services.settings.downloadBytesAtOnce = 100_000_000;
    expect(answer.status, answer.text).toBe(202);
    const notices = async (reader: TestClient) => (await reader.get('/notifications/')).body;
    await expect.poll(async () => (await notices(client))[0]?.notification_type).toBe('download_ready');
    const [ready] = await notices(client);
    expect(ready.title).toBe('“Project Alder - documents with attachments.zip” is ready to download.');
    const path = ready.download_urls[0].replace('/api', '');
    expect((await counsel.get(path)).status).toBe(404);
    await client.post(`/notifications/${ready.uuid}/share_file`);
    for (const reader of [client, counsel]) {
      const { status, headers } = await reader.get(path);
      expect(status).toBe(302);
      const zip = new Uint8Array(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
      expect(await entriesOf(zip)).toHaveLength(2);
    }
  });

  test('is made by a job if its scans are large, however small its file is', async () => {
    const deal = await openDeal(server, client);
    const { lease: addLease, signOnPaper } = openPaperClosing(server, deal);
    const { item, page } = await addLease('Lease');
    const { uuid } = await deal.assign(item, await deal.person('Jane Doe'), { item_page_uuid: page });
    await signOnPaper(uuid, 'Signed in ink', 'released');
    const { db } = server.services;
    const download = async (num_pages: number) => {
      await db
        .updateTable('executed_documents')
        .set({ size: 150_000_000, num_pages })
        .where('transaction', '=', deal.deal)
        .execute();
      return client.post(`/transactions/item/${item}/download`, { kind: 'executed_item' });
    };
    expect((await download(2)).status).toBe(302);
    expect((await download(1)).status).toBe(202);
  });

  test('is made by a job if its marked pages are large, such as those of a scanned document', async () => {
    const deal = await openDeal(server, client);
    const { item, page } = await openPaperClosing(server, deal).lease('Lease');
    await deal.assign(item, await deal.person('Jane Doe'), { item_page_uuid: page });
    await server.services.db
      .updateTable('documents')
      .set({ size: 450_000_000 })
      .where('transaction', '=', deal.deal)
      .execute();
    const kind = 'unexecuted_packets';
    expect((await client.post(`/transactions/item/${item}/download`, { kind })).status).toBe(202);
  });
});

test('the audit log names who downloaded which documents, and how', async () => {
  await client.post('/transactions/item/downloads', { item_uuids: [lease, memo], kind: 'unexecuted_item' });
  const row = await server.services.db
    .selectFrom('audit_log')
    .select(['act', 'detail', 'subject'])
    .where('transaction', '=', team.deal)
    .where('act', '=', 'file.downloaded')
    .orderBy('seq', 'desc')
    .executeTakeFirst();
  expect(row).toEqual({
    act: 'file.downloaded',
    subject: null,
    detail: { kind: 'unexecuted_item', items: [lease, memo] },
  });
});
