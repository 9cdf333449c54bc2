import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_NUMBERING, numberingOf } from '../../../contract/rules/checklist/numbering.ts';
import { MirrorDatabase } from '../../database.ts';
import { runSteps } from '../../outbox/mutate.ts';
import { newUuid } from '../../uuid.ts';
import { binderFormatOnWire } from './binder-format-on-wire.ts';
import { createTransaction } from '../transactions/create-transaction.ts';
import { newUserRow } from '../../../../tests/support/rows.ts';
import { updateTransaction } from '../transactions/update-transaction.ts';

const own = { ...DEFAULT_NUMBERING, primaryHeader: 'numeric' as const };
const uuid = newUuid();
let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});

const create = async () =>
  createTransaction(db, { uuid, name: 'Alder', clientName: '', matterNumber: '', closingDate: null });
const numbering = async () => numberingOf((await db.transactions.get(uuid)) ?? null);
const sent = async () => (await db.outbox.toArray()).map(({ args }) => args);

it('a deal created offline gets the numbering of its creator, here and in the request', async () => {
  await db.users.put({ ...newUserRow(db.userId), binderFormatStructure: own });
  await create();
  expect(await numbering()).toEqual(own);
  expect(await sent()).toEqual([expect.objectContaining({ binderFormatStructure: own })]);
  await db.users.put({ ...newUserRow(db.userId), binderFormatStructure: DEFAULT_NUMBERING });
  expect(await numbering()).toEqual(own);
});

it('a deal created before the device knows its creator leaves the numbering to the server', async () => {
  await create();
  expect(await sent()).toEqual([expect.not.objectContaining({ binderFormatStructure: expect.anything() })]);
  expect(await numbering()).toEqual(DEFAULT_NUMBERING);
});

it('a change of the numbering shows at once, and undo restores the previous one', async () => {
  await db.users.put({ ...newUserRow(db.userId), binderFormatStructure: own });
  await create();
  const changed = { ...own, numbering: 'outline' as const };
  const back = await updateTransaction(db, { uuid, edits: { binderFormatStructure: changed } });
  expect(await numbering()).toEqual(changed);
  await runSteps(db, back);
  expect(await numbering()).toEqual(own);
});

it('uses the server’s name for every field of a numbering', () => {
  expect(binderFormatOnWire(own)).toEqual({
    index_style: 'table_of_contents',
    primary_header: 'numeric',
    second_header: 'uppercase_alphabetic',
    third_header: 'lowercase_roman',
    last_documents: 'lowercase_alphabetic',
    attachment_marker: 'none',
    numbering: 'tabs',
    reset_tabs: false,
  });
});
