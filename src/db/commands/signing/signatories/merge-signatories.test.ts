import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { mergeQuestion } from '../../../queries/signing/signatories/merge-question.ts';
import { newUuid } from '../../../uuid.ts';
import { createRow } from '../../collections/standard-commands.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { assignDocumentsToGroup } from '../assignments/assign-documents.ts';
import { createAssignments } from '../assignments/assignments.ts';
import { createPackets } from '../packets/create-packets.ts';
import { addSigningGroupMembers } from './change-signing-groups.ts';
import { setCustomValues } from './custom-values.ts';
import { mergeSignatories } from './merge-signatories.ts';
import { createRepresentative } from './representatives.ts';
import { createSignatory } from './signatories.ts';

const transaction = newUuid();
const [alpha, kept, gone, group] = [newUuid(), newUuid(), newUuid(), newUuid()];
const [relation, fund, office, own] = [newUuid(), newUuid(), newUuid(), newUuid()];

let db: MirrorDatabase;

/** Assigns a document with a generated page. Returns the assignment. */
async function assign(signatory = gone, item = newUuid(), authRep: string | null = null) {
  const uuid = newUuid();
  const page = { uuid, item, page: newUuid(), pageOrder: 0, signatory, authRep };
  await createAssignments(db, { transaction, assignments: [page] });
  return uuid;
}
const value = async (signatory: string, customKey: string, text: string) =>
  setCustomValues(db, { transaction, values: [{ signatory, customKey, value: text, existing: null }] });

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const email = 'jane@alpha.test';
  await createSignatory(db, { transaction, uuid: alpha, fullName: 'Alpha Corp.', isOrg: true });
  await createSignatory(db, { transaction, uuid: kept, fullName: 'Jane Doe', isOrg: false });
  await createSignatory(db, { transaction, uuid: gone, fullName: 'Jane Doe', isOrg: false, email });
  const represents = { transaction, entity: alpha, signatory: gone, title: 'President' };
  await createRepresentative(db, { ...represents, uuid: relation });
  await createRow(db, 'signingGroups', { transaction, uuid: group, name: 'Buyers' });
  await addSigningGroupMembers(db, { transaction, group, members: [{ signatory: gone, authRep: null }] });
  await value(kept, fund, 'Fund I');
  await value(gone, fund, 'Fund II');
  await value(gone, office, 'Paris');
});
afterEach(async () => db.delete());

const signatoryOf = async (assignment: string) => (await db.assignments.get(assignment))?.signatory;
/** What the deal has, for comparing. */
async function everything() {
  const tables = [
    db.signatories,
    db.representatives,
    db.signingGroupMembers,
    db.assignments,
    db.signaturePages,
    db.customValues,
  ];
  const rows = await Promise.all(tables.map(async (table) => table.orderBy('uuid').toArray()));
  return rows.map((some: object[]) => some.map((row) => ({ ...row, modifiedAt: '', version: 0 })));
}

describe('merging two entries for one person', () => {
  it('gives the kept one the capacities, documents, groups, and the values and address that it lacks, and deletes the other', async () => {
    const [alone, forAlpha] = [await assign(), await assign(alpha, newUuid(), relation)];
    const shared = newUuid();
    await assign(kept, shared);
    const twice = await assign(gone, shared);
    await db.outbox.clear();
    await mergeSignatories(db, { transaction, kept, duplicates: [gone] });
    expect(await db.signatories.get(gone)).toBeUndefined();
    expect(await db.signatories.get(kept)).toMatchObject({ email: 'jane@alpha.test' });
    expect(await db.representatives.get(relation)).toMatchObject({ entity: alpha, signatory: kept });
    expect([await signatoryOf(alone), await signatoryOf(forAlpha)]).toEqual([kept, alpha]);
    expect(await db.assignments.get(twice), 'nobody signs a document twice').toBeUndefined();
    expect(await db.assignments.count()).toBe(3);
    const members = await db.signingGroupMembers.toArray();
    expect(members.map((each) => [each.group, each.signatory])).toEqual([[group, kept]]);
    const values = await db.customValues.toArray();
    expect(values).toHaveLength(2);
    expect(values).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ signatory: kept, customKey: fund, value: 'Fund I' }),
        expect.objectContaining({ signatory: kept, customKey: office, value: 'Paris' }),
      ]),
    );
    const edits = await db.outbox.orderBy('seq').toArray();
    expect(edits.map(({ name }) => name)).toEqual([
      'signatory.update',
      'representative.update',
      'assignment.update',
      'signing-group-member.create',
      'custom-value.set',
      'signatory.merge',
    ]);
  });

  it('leaves one membership in a group that both are in, in its place, and takes over the others', async () => {
    const [both, lenders, other] = [newUuid(), newUuid(), newUuid()];
    await createSignatory(db, { transaction, uuid: other, fullName: 'Wei Chen', isOrg: false });
    for (const [uuid, name] of [
      [both, 'Sellers'],
      [lenders, 'Lenders'],
    ] as const)
      await createRow(db, 'signingGroups', { transaction, uuid, name });
    const join = async (into: string, ...people: string[]) =>
      addSigningGroupMembers(db, {
        transaction,
        group: into,
        members: people.map((signatory) => ({ signatory, authRep: null })),
      });
    await join(both, gone, kept, other);
    await join(lenders, kept);
    const own = await db.signingGroupMembers.where({ signatory: kept }).primaryKeys();
    const before = await everything();
    const undo = await mergeSignatories(db, { transaction, kept, duplicates: [gone] });
    const membersOf = async (of: string) =>
      (await db.signingGroupMembers.where({ group: of }).sortBy('order')).map(({ signatory }) => signatory);
    expect(await membersOf(both)).toEqual([kept, other]);
    expect(await membersOf(lenders)).toEqual([kept]);
    expect(await membersOf(group)).toEqual([kept]);
    expect(await db.signingGroupMembers.bulkGet(own)).toEqual([
      expect.objectContaining({ signatory: kept }),
      expect.objectContaining({ signatory: kept }),
    ]);
    await undoSteps(db, undo);
    expect(await everything()).toEqual(before);
  });

  it('is undone and done again as one act', async () => {
    await assign();
    await assign(alpha, newUuid(), relation);
    const before = await everything();
    const undo = await mergeSignatories(db, { transaction, kept, duplicates: [gone] });
    const redo = await undoSteps(db, undo);
    expect(await everything()).toEqual(before);
    await undoSteps(db, redo ?? []);
    expect(await db.signatories.get(gone)).toBeUndefined();
    expect(await db.representatives.get(relation)).toMatchObject({ signatory: kept });
  });

  it('can’t be undone once one of the pages was sent', async () => {
    const page = await assign(alpha, newUuid(), relation);
    const undo = await mergeSignatories(db, { transaction, kept, duplicates: [gone] });
    await db.assignments.update(page, { status: 'sent' });
    expect(await undoSteps(db, undo)).toBeNull();
    expect(await signatoryOf(page)).toBe(alpha);
  });

  it('merges three entries, one after the other', async () => {
    const third = newUuid();
    await createSignatory(db, { transaction, uuid: third, fullName: 'J. Doe', isOrg: false });
    const [one, other] = [await assign(gone, own), await assign(third, own)];
    const last = await assign(third);
    const before = await everything();
    const undo = await mergeSignatories(db, { transaction, kept, duplicates: [gone, third] });
    expect([await signatoryOf(one), await signatoryOf(other), await signatoryOf(last)]).toEqual([
      kept,
      undefined,
      kept,
    ]);
    await undoSteps(db, undo);
    expect(await everything()).toEqual(before);
  });
});

describe('the question which of two entries stays', () => {
  const ask = async () => mergeQuestion(db, transaction, [kept, gone]);

  it('is answered with the first one, unless pages were sent to the other', async () => {
    expect(await ask()).toEqual({ kind: 'possible', kept, duplicates: [gone] });
    await assign();
    const [packet] = await createPackets(db, { transaction, people: [gone] });
    expect(await ask(), 'an unsent packet is created again').toMatchObject({ kept });
    await db.packets.update(packet?.uuid ?? '', { sentAt: '2026-11-28T12:00:00.000Z' });
    expect(await ask()).toEqual({ kind: 'possible', kept: gone, duplicates: [kept] });
    await db.assignments.update(await assign(kept), { status: 'executed' });
    expect(await ask()).toEqual({ kind: 'sent' });
  });

  it('has no answer while the one that would be deleted signs with a group', async () => {
    const item = newUuid();
    await assignDocumentsToGroup(db, { transaction, group, items: [item], unmarked: [] });
    const [ofGroup] = await db.dynamicAssignments.toArray();
    const own = await assign(gone, item);
    await db.assignments.update(own, { signingGroupAssignment: ofGroup?.uuid ?? null });
    expect(await ask(), 'it stays if it can').toEqual({ kind: 'possible', kept: gone, duplicates: [kept] });
    await db.assignments.update(await assign(kept), { status: 'executed' });
    expect(await ask()).toEqual({ kind: 'in_group', group: 'Buyers' });
    await db.assignments.update(own, { status: 'superseded' });
    expect(await ask()).toMatchObject({ kept });
  });

  it('has no answer while both sign one document with a group', async () => {
    const item = newUuid();
    await addSigningGroupMembers(db, { transaction, group, members: [{ signatory: kept, authRep: null }] });
    expect(await ask(), 'without documents, nothing is lost').toMatchObject({ kind: 'possible', kept });
    await assignDocumentsToGroup(db, { transaction, group, items: [item], unmarked: [] });
    const [ofGroup] = await db.dynamicAssignments.toArray();
    for (const each of [kept, gone])
      await db.assignments.update(await assign(each, item), {
        signingGroupAssignment: ofGroup?.uuid ?? null,
      });
    expect(await ask()).toEqual({ kind: 'in_group', group: 'Buyers' });
  });

  it('has no answer while both sign for one entity with one title', async () => {
    const represents = { transaction, entity: alpha, signatory: kept, uuid: newUuid() };
    await createRepresentative(db, { ...represents, title: 'Treasurer' });
    expect(await ask()).toMatchObject({ kind: 'possible' });
    for (const title of ['President', ' president']) {
      await db.representatives.update(represents.uuid, { title });
      expect(await ask()).toMatchObject({ kind: 'same_capacity', entity: 'Alpha Corp.' });
    }
  });
});
