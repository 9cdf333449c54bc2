import { describe, expect, test } from 'vitest';
import { client, openSigning, server, team } from '../signing/open-signing.ts';
import { addVersion, assignmentsOf, carry, compare, replace, signedLease } from './signed-lease.ts';

openSigning();

describe('replacing a signed document', () => {
  test('stops at a signature page that looks different, which then has to be signed again', async () => {
    const { item, page, signed } = await signedLease();
    const document = await addVersion(item, { 2: 'Lease Agreement, page 2' });
    const read = await compare(item, document);
    expect(read.marked).toEqual([{ page, number: 2, to: null }]);
    const accepted_changes = [{ before: 2, after: 2 }];
    const unmatched = await replace(item, { document, accepted_changes });
    expect(unmatched.status, unmatched.text).toBe(409);
    expect(unmatched.body).toMatchObject({ unmatched: [{ page, number: 2 }], changes: [] });
    const page_map = [{ page, number: 2 }];
    const carried = await replace(item, {
      document,
      accepted_changes,
      page_map,
      carry_over: carry([signed]),
    });
    expect(carried.status, carried.text).toBe(422);
    const done = await replace(item, { document, accepted_changes, page_map });
    expect(done.status, done.text).toBe(200);
    const rows = await assignmentsOf();
    expect(rows.get(signed)).toMatchObject({ status: 'superseded' });
    const pages = await team.list('/transactions/signature_page');
    expect(pages.filter(({ source }) => source === 'file')).toMatchObject([{ document, ref_page_number: 2 }]);
  });

  test('accepts pages that couldn’t be compared once each was reviewed, and asks for signatures on the marked ones again', async () => {
    const { item, page, signed } = await signedLease();
    const { document: before } = (await client.get(`/transactions/item/${item}`)).body;
    const document = await addVersion(item);
    await compare(item, document);
    const failed = { status: 'failed', error_message: 'No.', pages: null } as const;
    await server.services.db
      .updateTable('document_comparisons')
      .set(failed)
      .where('before_document', '=', before)
      .where('after_document', '=', document)
      .execute();
    const pair = (number: number) => ({ before: number, after: number });
    const read = (await client.post(`/transactions/item/${item}/compare`, { document })).body;
    expect(read).toMatchObject({ status: 'failed', pages: [pair(1), pair(2), pair(3)] });
    const page_map = [{ page, number: 2 }];
    const early = await replace(item, { document, page_map, accepted_changes: [pair(1), pair(2)] });
    expect(early.status, early.text).toBe(409);
    expect(early.body.changes).toEqual([pair(3)]);
    const accepted_changes = [pair(1), pair(2), pair(3)];
    const carried = await replace(item, {
      document,
      page_map,
      accepted_changes,
      carry_over: carry([signed]),
    });
    expect(carried.status, carried.text).toBe(422);
    const done = await replace(item, { document, page_map, accepted_changes });
    expect(done.status, done.text).toBe(200);
    expect((await team.list('/transactions/ledger')).at(-1)).toMatchObject({
      event: 'document_replaced',
      details: { is_compared: false, superseded: [signed, expect.any(String)] },
    });
  });

  test('compares versions again on request if the comparison has failed', async () => {
    const { item } = await signedLease();
    const document = await addVersion(item);
    await compare(item, document);
    await server.services.db
      .updateTable('document_comparisons')
      .set({ status: 'failed', error_message: 'No.' })
      .where('after_document', '=', document)
      .execute();
    const again = await client.post(`/transactions/item/${item}/compare`, { document, again: true });
    expect(again.body).toMatchObject({ status: 'processing', pages: [] });
    expect((await compare(item, document)).pages).toHaveLength(3);
  });

  test('never carries over a signature on a deed, or under a different title', async () => {
    const { item, signed } = await signedLease();
    const document = await addVersion(item);
    await client.patch(`/transactions/item/${item}`, { name: 'Lease Agreement' });
    expect((await compare(item, document)).signatures[0]).toMatchObject({ sign_again: 'title_changed' });
    await client.patch(`/transactions/item/${item}`, { name: 'Lease', is_deed: true });
    expect((await compare(item, document)).signatures[0]).toMatchObject({ sign_again: 'deed' });
    const refused = await replace(item, { document, carry_over: carry([signed]) });
    expect(refused.status, refused.text).toBe(422);
  });

  test('has a page signed again if the name on it has changed, and not if only the checklist’s has', async () => {
    const { item } = await signedLease({ name_alt: 'Lease Agreement', name_alt_enabled: true });
    const document = await addVersion(item);
    await client.patch(`/transactions/item/${item}`, { name: '4. Lease (signed)' });
    expect((await compare(item, document)).signatures[0]).toMatchObject({ sign_again: null });
    await client.patch(`/transactions/item/${item}`, { name_alt: 'Amended Lease Agreement' });
    expect((await compare(item, document)).signatures[0]).toMatchObject({ sign_again: 'title_changed' });
  });
});
