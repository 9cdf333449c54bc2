import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { Draft } from '../../../outbox/draft.ts';
import { decodeMutation } from '../../../outbox/mutations.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { duplicateSignatories, type CopiedSignatories } from './duplicate-signatories.ts';
import { createRepresentative } from './representatives.ts';
import { createSignatory } from './signatories.ts';
import { updateRow } from '../../collections/standard-commands.ts';

const transaction = newUuid();
const [fund, corp, jane, partner, president] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];
const facts = { email: '', address: '', entityDescription: '', instapagesConfig: null };

/** A fund that signs through its general partner, which signs through its president. */
const SOURCE: CopiedSignatories = {
  signatories: [
    { ...facts, uuid: fund, fullName: 'Fund, L.P.', isOrg: true, entityDescription: 'a limited partnership' },
    { ...facts, uuid: corp, fullName: 'Corp.', isOrg: true },
    { ...facts, uuid: jane, fullName: 'Jane Doe', isOrg: false, email: 'jane@corp.test' },
  ],
  relations: [
    { uuid: partner, entity: fund, signatory: corp, title: 'general partner', order: 0 },
    { uuid: president, entity: corp, signatory: jane, title: 'President', order: 0 },
  ],
};

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

const copy = async (source = SOURCE) => duplicateSignatories(db, { transaction, ...source });

const names = async () =>
  (await db.signatories.toArray())
    .toSorted((one, other) => one.order - other.order)
    .map((row) => row.fullName);

const counts = async () => [await db.signatories.count(), await db.representatives.count()];

/** The only edit in the outbox, read back from its stored form. */
async function edit() {
  const [row, ...others] = await db.outbox.toArray();
  if (!row || others.length > 0) throw new Error('There is not exactly one edit.');
  const decoded = decodeMutation(row, db.userId);
  if (!decoded.ok) throw new Error(decoded.reason);
  return decoded.mutation;
}

async function own(fullName: string, isOrg: boolean, email = ''): Promise<string> {
  const uuid = newUuid();
  await createSignatory(db, { transaction, uuid, fullName, isOrg, email });
  await db.outbox.clear();
  return uuid;
}

describe('signatories of another deal', () => {
  it('are copied as one edit, after the deal’s own, with the relations among them', async () => {
    await own('Ali Hassan', false);
    await copy();
    expect(await names()).toEqual(['Ali Hassan', 'Fund, L.P.', 'Corp.', 'Jane Doe']);
    const copies = new Map((await db.signatories.toArray()).map((row) => [row.fullName, row]));
    expect(copies.get('Fund, L.P.')).toMatchObject({
      transaction,
      entityDescription: 'a limited partnership',
    });
    const relations = await db.representatives.toArray();
    const named = new Map(Array.from(copies, ([name, { uuid }]) => [uuid, name]));
    const sentences = relations.map(
      ({ entity, signatory, title }) => `${named.get(entity)} by ${named.get(signatory)}, ${title}`,
    );
    expect(sentences.toSorted()).toEqual([
      'Corp. by Jane Doe, President',
      'Fund, L.P. by Corp., general partner',
    ]);
    expect((await edit()).request(new Draft(transaction))).toEqual({
      endpoint: 'signatories.bulkDuplicate',
      input: {
        transaction,
        signatories: [fund, corp, jane],
        copies: [
          { source: fund, uuid: copies.get('Fund, L.P.')?.uuid },
          { source: corp, uuid: copies.get('Corp.')?.uuid },
          { source: jane, uuid: copies.get('Jane Doe')?.uuid },
          ...[partner, president].map((source) => ({
            source,
            uuid: relations.find(({ title }) => (title === 'President') === (source === president))?.uuid,
          })),
        ],
      },
    });
  });

  it('aren’t copied if the deal already has them, and nothing is sent if it has all of them', async () => {
    const existing = await own('JANE DOE', false, 'Jane@corp.test');
    const undo = await copy();
    expect(await names()).toEqual(['JANE DOE', 'Fund, L.P.', 'Corp.']);
    expect(await db.representatives.where({ signatory: existing }).count()).toBe(1);
    await undoSteps(db, undo);
    expect(await names()).toEqual(['JANE DOE']);
    await copy();
    await db.outbox.clear();
    expect(await copy()).toEqual([]);
    expect(await db.outbox.count()).toBe(0);
  });

  it('are removed by undo and restored by redo, including relations between the deal’s own', async () => {
    await own('Corp.', true);
    await own('Jane Doe', false, 'jane@corp.test');
    const redo = (await undoSteps(db, await copy())) ?? [];
    expect(await counts()).toEqual([2, 0]);
    const undo = (await undoSteps(db, redo)) ?? [];
    expect(await counts()).toEqual([3, 2]);
    await undoSteps(db, undo);
    expect(await counts()).toEqual([2, 0]);
  });

  it('stay after an undo if somebody has since changed one of them or signs through one', async () => {
    const changed = await copy();
    const [first] = await db.signatories.toArray();
    await updateRow(db, 'signatories', {
      transaction,
      uuid: first?.uuid ?? '',
      edits: { address: '1 Main Street' },
    });
    expect(await undoSteps(db, changed)).toBeNull();
    expect(await counts()).toEqual([3, 2]);
    await db.delete();
    await db.open();
    const followed = await copy();
    const person = (await db.signatories.toArray()).find(({ isOrg }) => !isOrg);
    const entity = await own('Other LLC', true);
    await createRepresentative(db, {
      transaction,
      uuid: newUuid(),
      entity,
      signatory: person?.uuid ?? '',
      title: '',
    });
    expect(await undoSteps(db, followed)).toBeNull();
    expect(await counts()).toEqual([4, 3]);
  });

  it('are replaced by those that somebody else has added in the meantime, with their relations', async () => {
    await copy();
    const { remaps } = await edit();
    const ids = new Map((await db.signatories.toArray()).map((row) => [row.fullName, row.uuid]));
    const relations = await db.representatives.toArray();
    const [theirCorp, theirJane, theirs] = [newUuid(), newUuid(), newUuid()];
    const representative = { uuid: theirs, signatory: theirJane, title: 'president', order: 0 };
    const answer = [
      { uuid: ids.get('Fund, L.P.'), organization_relations: [] },
      { uuid: theirCorp, organization_relations: [{ uuid: theirs, representative }] },
      { uuid: theirJane, organization_relations: [] },
    ];
    expect(remaps(answer)).toEqual(
      new Map([
        [ids.get('Corp.'), theirCorp],
        [ids.get('Jane Doe'), theirJane],
        [relations.find(({ title }) => title === 'President')?.uuid, theirs],
      ]),
    );
  });
});
