import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { setFeature } from '../../../server/store/account/features.ts';
import { admin, list, openListedDeals, owner, PATH, rows, server } from './listed-deals.ts';

openListedDeals();

describe('a page of the deal list', () => {
  test('is not changed by a deal that is created later', async () => {
    const first = await owner.get(`${PATH}?limit=1`);
    await owner.post(PATH, { name: 'Project Later' });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await owner.get(`${PATH}?limit=1`, { headers })).status).toBe(304);
    expect((await owner.get(PATH, { headers })).status, 'another list').toBe(200);
  });

  test('is rejected if its parameters are invalid', async () => {
    for (const query of ['?limit=0', '?limit=501', '?after=yesterday', '?limit=many'])
      expect((await owner.get(`${PATH}${query}`)).status).toBe(422);
  });
});

describe('the tag of the deal list', () => {
  /** Returns whether the work changes the list for the reader. */
  async function changes(work: () => Promise<unknown>, reader = owner): Promise<boolean> {
    const before = await reader.get(PATH);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    expect((await reader.get(PATH, { headers })).status).toBe(304);
    await work();
    const after = await reader.get(PATH, { headers });
    if (after.status === 304) expect((await reader.get(PATH)).text).toBe(before.text);
    else expect(after.text).not.toBe(before.text);
    return after.status === 200;
  }

  const db = () => server.services.db;

  test.each<[string, () => Promise<unknown>]>([
    [
      'a participant',
      async () =>
        owner.post('/transactions/participant', { transaction_uuid: rows.deal, user_uuid: rows.colleague }),
    ],
    [
      'a new name of a participant',
      async () =>
        db()
          .updateTable('users')
          .set({ last_name: sql`last_name || 'n'` })
          .where('email', '=', 'member@firm.test')
          .execute(),
    ],
    ['a withdrawn invitation', async () => owner.delete(`/invitations/invitation/${rows.invitation}`)],
    [
      'an expired invitation',
      async () =>
        db()
          .updateTable('invitations')
          .set({ expires_at: new Date() })
          .where('uuid', '=', rows.invitation)
          .execute(),
    ],
    [
      'a feature that is turned on',
      async () =>
        setFeature(db(), {
          name: 'DOCUMENT_VARS',
          transaction: rows.deal,
          is_active: true,
          set_at: new Date(),
        }),
    ],
    [
      'an archive of its files',
      async () =>
        db()
          .updateTable('transactions')
          .set({ archived_at: new Date() })
          .where('uuid', '=', rows.deal)
          .execute(),
    ],
  ])('changes with %s', async (_what, work) => {
    expect(await changes(work)).toBe(true);
  });

  test('changes for an admin with strict data access, which hides content', async () => {
    const { organization } = rows;
    const set = async (strict_data_access: boolean) =>
      admin.patch(`/authentication/organization/${organization}`, { strict_data_access });
    expect(await changes(async () => set(true), admin)).toBe(true);
    await set(false);
  });

  test('is computed first, so that a client with the current list costs one statement about deals', async () => {
    const { headers } = await owner.get(PATH);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const again = await owner.get(PATH, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    const asked = query.mock.calls as unknown[][];
    query.mockRestore();
    expect(again.status).toBe(304);
    const texts = asked.map(([one]) => JSON.stringify(one));
    expect(texts.filter((text) => text.includes('transactions'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('full_name'))).toEqual([]);
  });
});

describe('cached deal texts', () => {
  test('answer everyone who has the deal open after an edit with a single read', async () => {
    const colleague = await server.signIn('colleague@firm.test');
    await owner.post('/transactions/participant', { transaction_uuid: rows.deal, user_uuid: rows.colleague });
    const path = `${PATH}/${rows.deal}/changes`;
    const { version, epoch } = (await owner.get(path)).body;
    await owner.post('/transactions/element', { transaction: rows.deal, label: 'A' });
    const since = `${path}?since=${version}&epoch=${encodeURIComponent(epoch)}`;
    const first = await owner.get(since);
    expect(first.body.puts.elements).toHaveLength(1);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const second = await colleague.get(since);
    const asked = query.mock.calls.map(([one]) => JSON.stringify(one));
    query.mockRestore();
    expect(second.body).toEqual(first.body);
    expect(asked.filter((text) => text.includes('change_log'))).toEqual([]);
    // After the owner removes the colleague, the cached text is no longer for them.
    const people = (await owner.get(`/transactions/participant?transaction=${rows.deal}`)).body;
    const { uuid } = people.find((each: { user_uuid: string }) => each.user_uuid === rows.colleague);
    expect((await owner.delete(`/transactions/participant/${uuid}`)).status).toBe(204);
    expect((await colleague.get(since)).status).toBe(404);
  });

  test('are read again only for the deals that changed', async () => {
    await owner.post(PATH, { name: 'Project Quiet' });
    await list();
    await owner.post('/transactions/element', { transaction: rows.deal, label: 'A' });
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await list();
    const asked = query.mock.calls.map(([one]) => JSON.stringify(one));
    query.mockRestore();
    const reads = asked.filter((text) => text.includes('full_name') && text.includes('participants'));
    expect(reads).toHaveLength(1);
    expect(reads[0]).toContain(rows.deal);
  });
});
