import { describe, expect, test } from 'vitest';
import { addFiledItem } from '../../support/deal-with-rows.ts';
import { client, closing, desk, openSigning, server, team } from '../open-signing.ts';
import { acceptPage, printPacket, scanAll, uploadScan } from './returned-scans.ts';
import { leasePacket, makeCurrent, match, replaceVersion, statusOf } from './printed-lease.ts';

openSigning();

describe('a printed page', () => {
  test('of a document without a file counts for its first file, and not for a later one', async () => {
    const item = await team.item('Lease');
    const jane = await team.person('Jane Doe');
    const { uuid: lease } = await team.assign(item, jane);
    const sheets = await printPacket(client, await desk.make(team, { signatories: [jane] }));
    const { document } = await addFiledItem(server, client, team.deal);
    for (const item_id of [null, item]) await client.patch(`/transactions/document/${document}`, { item_id });
    await replaceVersion(item, document);
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [], outcome: 'earlier_version', candidates: [lease] });
    await makeCurrent(item, document);
    expect((await match(page.uuid, [lease])).status).toBe(200);
    expect((await acceptPage(client, team.deal, lease)).status).toBe(200);
  });

  test('of a packet that was created again still belongs to its own version', async () => {
    const { item, document, jane, lease, packet } = await leasePacket();
    const sheets = await printPacket(client, packet);
    await replaceVersion(item, document);
    await desk.make(team, { signatories: [jane] });
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [], outcome: 'earlier_version' });
    expect((await match(page.uuid, [lease])).status).toBe(422);
  });

  test('of an earlier version counts for no signature on the new version either', async () => {
    const { item, document, jane, lease, packet } = await leasePacket();
    const sheets = await printPacket(client, packet);
    await replaceVersion(item, document);
    await team.status(lease, 'superseded');
    const { uuid: again } = await team.assign(item, jane);
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [], outcome: 'earlier_version' });
    const refused = await match(page.uuid, [again]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.body.error_message).toMatch(/printed from a version of the document that isn’t current/);
    expect(await statusOf(again)).toBe('assigned');
  });

  test('counts if only something changed that isn’t printed on it', async () => {
    const { jane, lease, packet } = await leasePacket();
    const sheets = await printPacket(client, packet);
    const keys = { transaction: team.deal, custom_keys: [{ key: 'Notice address' }] };
    const [{ uuid: custom_key }] = (await client.post('/transactions/custom_key/bulk_create', keys)).body;
    const value = await client.post('/transactions/custom_value', {
      transaction: team.deal,
      signatory: jane,
      custom_key,
      value: '1 High Street',
    });
    expect(value.status, value.text).toBe(201);
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [lease], outcome: null });
  });

  test('counts if a notary was requested only after it was printed, even without a notary acknowledgment page', async () => {
    const { lease, packet } = await leasePacket();
    const sheets = await printPacket(client, packet);
    const asked = await client.patch(`/assignments/assignment/${lease}`, { requires_notary: true });
    expect(asked.status, asked.text).toBe(200);
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [lease], outcome: null });
    expect(page.warnings).not.toContain('missing_sheet');
  });

  test('of a file counts after another person’s signature on it was requested again', async () => {
    const { item, page: item_page_uuid } = await closing.lease('Lease');
    const [jane, paul] = [await team.person('Jane Doe'), await team.person('Paul Roe')];
    const place = { item_page_uuid };
    const { uuid: janes } = await team.assign(item, jane, place);
    const { uuid: pauls } = await team.assign(item, paul, place);
    const sheets = await printPacket(client, await desk.make(team, { signatories: [jane] }));
    await team.status(pauls, 'rejected');
    await team.assign(item, paul, place);
    const [page] = (await uploadScan(client, team.deal, await scanAll(sheets))).pages;
    expect(page).toMatchObject({ assignments: [janes], outcome: null });
  });
});

describe('a scan without a code', () => {
  test('can’t be matched to a marked page of an earlier version', async () => {
    const { item, page: marked } = await closing.lease('Lease');
    const lease = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: marked });
    const { document } = (await client.get(`/transactions/item/${item}`)).body;
    const page = await closing.signOnPaper([], 'Signed in ink');
    const match = async () =>
      client.patch(`/transactions/executed_document_page/${page}`, { assignments: [lease.uuid] });
    await replaceVersion(item, document);
    const refused = await match();
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'This page was printed from a version of the document that isn’t current. Have the current version signed, or make the printed version current again.',
    ]);
    await makeCurrent(item, document);
    const matched = await match();
    expect(matched.status, matched.text).toBe(200);
  });
});

describe('rejecting a signature on paper', () => {
  test('rejects the others on the same sheet, too, and asks for all of them again', async () => {
    const { item, page } = await closing.lease('Lease');
    const first = await team.assign(item, await team.person('Jane Doe'), { item_page_uuid: page });
    const second = await closing.assignBehind(item, await team.person('John Roe'));
    await closing.signOnPaper([first.uuid, second.uuid], 'Scan of both pages');
    const rejected = await client.post(`/assignments/assignment/${first.uuid}/reject`, {});
    expect(rejected.status, rejected.text).toBe(200);
    const rows = await team.list('/assignments/assignment');
    expect(rows.map(({ item_page_uuid, status }) => [item_page_uuid, status])).toEqual(
      expect.arrayContaining(
        [first, second].flatMap(({ item_page_uuid }) => [
          [item_page_uuid, 'rejected'],
          [item_page_uuid, 'assigned'],
        ]),
      ),
    );
    expect(rows).toHaveLength(4);
  });
});
