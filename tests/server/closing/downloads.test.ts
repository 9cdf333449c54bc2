import { describe, expect, test } from 'vitest';
import { DOWNLOAD_KINDS, type DownloadKind } from '../../../src/contract/rules/closing/download-plan.ts';
import type { TestClient } from '../support/test-client.ts';
import { openDeal } from '../signing/deal-team.ts';
import {
  body,
  client,
  closing,
  counsel,
  entriesOf,
  fileIn,
  guaranty,
  lease,
  memo,
  openDownloads,
  pagesByRarerKind,
  pagesOf,
  schedule,
  server,
  team,
  unsigned,
} from './downloaded-deal.ts';

openDownloads();

/** Signatures are drawn as shapes. The sheet that John signed has a code, and the blank one doesn't. */
const pagesByKind: [DownloadKind, string[]][] = [
  ['executed_item', [...body, ...unsigned]],
  ['executed_sigs', ['Lease 2 with a code']],
];

describe('of a document with a released page, a held one and one that isn’t signed', () => {
  test.each(pagesByKind)(
    '%s has these pages, without the held signature, for the firm that holds it and for the other side',
    async (kind, pages) => {
      expect(await pagesOf(lease, kind)).toEqual(pages);
      expect(await pagesOf(lease, kind, counsel)).toEqual(pages);
    },
  );

  test('every kind that is a PDF is in this list', () => {
    const others = DOWNLOAD_KINDS.filter((kind) =>
      [...pagesByKind, ...pagesByRarerKind].every(([each]) => each !== kind),
    );
    expect(others).toEqual(['unexecuted_packets']);
  });

  test('unexecuted_packets has the outstanding pages of each person, with their codes if they were sent', async () => {
    const zip = await fileIn(
      await client.post(`/transactions/item/${lease}/download`, { kind: 'unexecuted_packets' }),
    );
    expect(await entriesOf(zip)).toEqual([
      { name: '01 - John Roe.pdf', pages: ['John Roe with a code'] },
      { name: '02 - Kim Poe.pdf', pages: ['Kim Poe'] },
    ]);
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

  test('unexecuted_packets is refused with an explanation if nothing is outstanding', async () => {
    const answer = await client.post(`/transactions/item/${guaranty}/download`, {
      kind: 'unexecuted_packets',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toBe('No signature pages are outstanding.');
  });
});

describe('of several documents', () => {
  test('a zip has a PDF of each, and the response names those without such a PDF', async () => {
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

  test('the whole transaction has attachments inside their documents', async () => {
    const answer = await client.post(`/transactions/transaction/${team.deal}/download`, {});
    expect((await entriesOf(await fileIn(answer))).map(({ name }) => name)).toEqual([
      '01 - Lease.pdf',
      '02 - Memo.pdf',
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
});

test('the audit log records who downloaded which documents, and which kind', async () => {
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
