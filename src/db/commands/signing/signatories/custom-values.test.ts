import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VALUE_MAX, VALUES_AT_ONCE } from '../../../../contract/rules/signing/fields/value-limits.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { setCustomValues, setCustomValuesDefinition, valueSteps, type NewValue } from './custom-values.ts';

const [transaction, customKey] = [newUuid(), newUuid()];

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

const fresh = (value: string): NewValue => ({ signatory: newUuid(), customKey, value, existing: null });
const set = async (values: NewValue[]) => setCustomValues(db, { transaction, values });
const texts = async () => (await db.customValues.toArray()).map(({ value }) => value).toSorted();
const outbox = async () => db.outbox.orderBy('seq').toArray();

describe('values that are set together', () => {
  it('are one edit, and one act to undo and redo', async () => {
    const undo = await set([fresh('a'), fresh('b'), fresh('')]);
    expect(await outbox()).toMatchObject([{ name: 'custom-value.set', args: { values: [{}, {}] } }]);
    const redo = await undoSteps(db, undo);
    expect(await texts()).toEqual([]);
    await undoSteps(db, redo ?? []);
    expect(await texts()).toEqual(['a', 'b']);
  });

  it('are not undone once one of them has changed', async () => {
    const undo = await set([fresh('a'), fresh('b')]);
    const [row] = await db.customValues.toArray();
    if (!row) throw new Error('There is no value.');
    await db.customValues.put({ ...row, value: 'c' });
    expect(await undoSteps(db, undo)).toBeNull();
  });

  it('are based on the latest version of the values that they change', async () => {
    await set([fresh('a'), fresh('b')]);
    await db.outbox.clear();
    const rows = await db.customValues.toArray();
    for (const [index, row] of rows.entries()) await db.customValues.put({ ...row, version: 7 + index });
    await set([fresh('c'), ...rows.map((row) => ({ ...row, existing: row.uuid, value: 'd' }))]);
    expect(await outbox()).toMatchObject([{ baseVersion: 8 }]);
  });

  it('go in as few requests as the server allows', () => {
    const sizes = (values: NewValue[]) => valueSteps(transaction, values).map((each) => sizeOf(each));
    const sizeOf = (each: ReturnType<typeof valueSteps>[number]) =>
      each.begin(db.userId).mutation.row.refersTo.length - 1;
    expect(sizes(Array.from({ length: 12_000 }, () => fresh('$5,000,000')))).toEqual([
      VALUES_AT_ONCE,
      VALUES_AT_ONCE,
      2000,
    ]);
    expect(sizes(Array.from({ length: 1000 }, () => fresh('x'.repeat(VALUE_MAX))))).toEqual([645, 355]);
  });

  it('adopt the server’s ids', () => {
    const value = { uuid: newUuid(), signatory: newUuid(), customKey, value: 'a' };
    const row = { uuid: newUuid(), signatory: value.signatory, custom_key: customKey };
    const ids = setCustomValuesDefinition.remaps?.({ transaction, values: [value] }, [row]);
    expect([...(ids ?? [])]).toEqual([[value.uuid, row.uuid]]);
  });
});

it('a value that is edited again before it was sent is still one edit', async () => {
  await set([fresh('a')]);
  const [row] = await db.customValues.toArray();
  if (!row) throw new Error('There is no value.');
  await set([{ ...row, existing: row.uuid, value: 'b' }]);
  expect(await outbox()).toMatchObject([{ args: { values: [{ value: 'b' }] } }]);
});
