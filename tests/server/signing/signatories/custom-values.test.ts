import { v7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { addParticipant } from '../../support/test-server.ts';
import { client, openSigning, server, team } from '../open-signing.ts';

let colleague: TestClient;
let jane: string;
let [company, title] = ['', ''];

openSigning({ role: 'web' });
beforeAll(async () => {
  colleague = await server.signIn('colleague@firm.test');
});
beforeEach(async () => {
  await addParticipant(server, team.deal, 'colleague@firm.test');
  jane = await team.person('Jane Doe');
  const custom_keys = [{ key: 'Company' }, { key: 'Title' }];
  const answer = await client.post('/transactions/custom_key/bulk_create', {
    transaction: team.deal,
    custom_keys,
  });
  [{ uuid: company }, { uuid: title }] = answer.body;
});

type Value = { uuid: string; signatory: string; custom_key: string; value: string | null };
const asked = (custom_key: string, value: string | null, more: Partial<Value> = {}): Value => ({
  uuid: v7(),
  signatory: jane,
  custom_key,
  value,
  ...more,
});
/** Sets values based on this version, or on top of any version without one. */
const set = async (values: Value[], base?: number, who = client) =>
  who.post(
    '/transactions/custom_value/bulk_set',
    { transaction: team.deal, values },
    base === undefined ? {} : { headers: { 'x-base-version': String(base) } },
  );
const values = async () => team.list('/transactions/custom_value');

describe('a value', () => {
  const add = async (value: string, who = client) =>
    who.post('/transactions/custom_value', {
      transaction: team.deal,
      uuid: v7(),
      signatory: jane,
      custom_key: company,
      value,
    });

  test('that two people enter identically is one row', async () => {
    const first = await add('Alpha Corp.');
    const second = await add('Alpha Corp.', colleague);
    expect(second.status, second.text).toBe(201);
    expect(second.body.uuid).toBe(first.body.uuid);
    expect(await values()).toHaveLength(1);
  });

  test('that two people enter differently is a conflict with both values', async () => {
    await add('Alpha Corp.');
    const answer = await add('Beta Corp.', colleague);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'changed_meanwhile',
      fields: ['value'],
      current: { value: 'Alpha Corp.' },
      changed_by: 'Mo Member',
    });
  });
});

describe('a value that one person corrects alone', () => {
  const patch = async (uuid: string, value: string, base?: number, who = client) =>
    who.patch(
      `/transactions/custom_value/${uuid}`,
      { value },
      base === undefined ? {} : { headers: { 'x-base-version': String(base) } },
    );

  test('is changed and deleted, and comes back with its id when it is restored', async () => {
    const [value] = (await set([asked(company, 'Alpha')])).body;
    const changed = await patch(value.uuid, 'Alpha Corp.');
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { uuid: value.uuid, signatory: jane, custom_key: company, value: 'Alpha Corp.' },
    ]);
    expect((await client.delete(`/transactions/custom_value/${value.uuid}`)).status).toBe(204);
    expect(await values()).toEqual([]);
    expect((await patch(value.uuid, 'Beta')).status).toBe(404);
    expect((await client.delete(`/transactions/custom_value/${value.uuid}`)).status).toBe(204);
    expect(await values()).toEqual([]);
    expect((await team.restore('custom_value', value.uuid)).status).toBe(204);
    expect(await values()).toMatchObject([{ uuid: value.uuid, value: 'Alpha Corp.' }]);
  });

  test('is a conflict with both values if somebody else has corrected it in the meantime', async () => {
    const [value] = (await set([asked(company, 'Alpha')])).body;
    expect((await patch(value.uuid, 'Beta', value.version, colleague)).status).toBe(200);
    const answer = await patch(value.uuid, 'Gamma', value.version);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'changed_meanwhile',
      fields: ['value'],
      current: { value: 'Beta' },
      changed_by: 'Cleo Colleague',
    });
  });

  test('keeps its field, and its text if a correction is too long or comes from outside of the deal', async () => {
    const [value] = (await set([asked(company, 'Alpha')])).body;
    const path = `/transactions/custom_value/${value.uuid}`;
    const outsider = await server.signIn('counsel@outside.test');
    const answers = [
      await patch(value.uuid, 'x'.repeat(2001)),
      await client.patch(path, { custom_key: title }),
      await patch(value.uuid, 'Theirs', undefined, outsider),
      await outsider.delete(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 200, 404, 404]);
    expect(await values()).toMatchObject([{ custom_key: company, value: 'Alpha' }]);
  });
});

describe('values that are set together', () => {
  test('are added, changed and cleared, and returned as they are then', async () => {
    const first = await set([asked(company, 'Alpha'), asked(title, 'CEO')]);
    expect(first.status, first.text).toBe(200);
    const john = await team.person('John Roe');
    const answer = await set([
      asked(title, 'President'),
      asked(company, null),
      asked(title, 'Partner', { signatory: john }),
      asked(company, null, { signatory: john }),
    ]);
    expect(answer.body).toMatchObject([
      { uuid: first.body[1].uuid, value: 'President' },
      { signatory: john, value: 'Partner' },
    ]);
    expect(new Set((await values()).map(({ value }) => value))).toEqual(new Set(['Partner', 'President']));
  });

  test('get their ids back when they are set again after being cleared', async () => {
    const value = asked(company, 'Alpha');
    await set([value]);
    await set([{ ...value, value: null }]);
    const answer = await set([{ ...value, value: 'Beta' }]);
    expect(answer.body).toMatchObject([{ uuid: value.uuid, value: 'Beta' }]);
    expect(await values()).toHaveLength(1);
  });

  test('change nothing if somebody else has changed one in the meantime, and the refusal lists all that differ', async () => {
    const theirs = await set([asked(company, 'Alpha'), asked(title, 'CEO')], 0, colleague);
    const { version } = theirs.body[0];
    const john = await team.person('John Roe');
    const mine = [asked(company, 'Beta'), asked(title, 'CEO'), asked(title, 'Partner', { signatory: john })];
    const answer = await set(mine, version - 1);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'changed_meanwhile',
      fields: [mine[0]?.uuid],
      current: { [mine[0]?.uuid ?? '']: 'Alpha', version },
      changed_by: 'Cleo Colleague',
    });
    expect(await values()).toHaveLength(2);
    const again = await set(mine, version);
    expect(again.body).toMatchObject([
      { uuid: theirs.body[0].uuid, value: 'Beta' },
      { uuid: theirs.body[1].uuid, value: 'CEO' },
      { uuid: mine[2]?.uuid, value: 'Partner' },
    ]);
  });

  test('do not conflict with earlier values from the same device', async () => {
    const value = asked(company, 'Alpha');
    await set([value], 0);
    const answer = await set([{ ...value, value: 'Beta' }], 0);
    expect(answer.body).toMatchObject([{ value: 'Beta' }]);
  });

  test('skip signatories and fields that were deleted in the meantime, and are refused if none are left', async () => {
    await client.delete(`/transactions/custom_key/${title}`);
    const some = await set([asked(company, 'Alpha'), asked(title, 'CEO')]);
    expect(some.body).toMatchObject([{ value: 'Alpha' }]);
    expect((await set([asked(title, 'CEO')])).status).toBe(404);
  });

  test('are refused with the id of another value, or twice for one field', async () => {
    const value = asked(company, 'Alpha');
    await set([value]);
    expect((await set([asked(title, 'CEO', { uuid: value.uuid })])).body.code).toBe('uuid_taken');
    expect((await set([asked(title, 'CEO'), asked(title, 'CFO')])).status).toBe(422);
  });
});
