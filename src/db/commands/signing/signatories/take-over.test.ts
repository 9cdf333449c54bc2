import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { createAssignments } from '../assignments/assignments.ts';
import { addSigningGroupMembers } from './change-signing-groups.ts';
import { createRepresentative } from './representatives.ts';
import { createSignatory } from './signatories.ts';
import { takeOver } from './take-over.ts';
import { createRow } from '../../collections/standard-commands.ts';

const transaction = newUuid();
const [alpha, jane, from, group] = [newUuid(), newUuid(), newUuid(), newUuid()];

let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await createSignatory(db, { transaction, uuid: alpha, fullName: 'Alpha Corp.', isOrg: true });
  await createSignatory(db, { transaction, uuid: jane, fullName: 'Jane Doe', isOrg: false });
  await createRepresentative(db, {
    transaction,
    uuid: from,
    entity: alpha,
    signatory: jane,
    title: 'President',
  });
  await createRow(db, 'signingGroups', { transaction, uuid: group, name: 'Buyers' });
  const members = [{ signatory: alpha, authRep: from }];
  await addSigningGroupMembers(db, { transaction, group, members });
});
afterEach(async () => db.delete());

/** Assigns a document to the entity. */
async function assign(status: AssignmentStatus = 'assigned', authRep: string | null = from) {
  const uuid = newUuid();
  const page = { uuid, item: newUuid(), page: newUuid(), pageOrder: 0, signatory: alpha, authRep };
  await createAssignments(db, { transaction, assignments: [page] });
  await db.assignments.update(uuid, { status });
  return uuid;
}

const capacityOf = async (uuid: string) => (await db.assignments.get(uuid))?.authRep;
const memberships = async () => (await db.signingGroupMembers.toArray()).map(({ authRep }) => authRep);

async function replace() {
  await db.outbox.clear();
  const [to, john] = [newUuid(), newUuid()];
  const steps = await takeOver(db, {
    transaction,
    entity: alpha,
    from,
    to: { uuid: to, signatory: john, title: 'President' },
    added: { uuid: john, fullName: 'John Roe', isOrg: false },
  });
  return { to, john, steps };
}

describe('a representative who takes over', () => {
  it('is added to the entity, and signs what is open, but not what was sent or signed', async () => {
    const [open, byDefault, sent] = [await assign(), await assign('in_packet', null), await assign('viewed')];
    const { to, john } = await replace();
    expect(await db.representatives.get(to)).toMatchObject({ entity: alpha, signatory: john, order: 1 });
    expect([await capacityOf(open), await capacityOf(byDefault), await capacityOf(sent)]).toEqual([
      to,
      to,
      from,
    ]);
    expect(await memberships()).toEqual([to]);
    const edits = await db.outbox.orderBy('seq').toArray();
    expect(edits.map(({ name }) => name)).toEqual([
      'signatory.create',
      'representative.create',
      'representative.take-over',
    ]);
  });

  it('is removed by undo, which returns the signatures, and comes back with redo', async () => {
    const open = await assign();
    const { to, steps } = await replace();
    const redo = (await undoSteps(db, steps)) ?? [];
    expect([await capacityOf(open), await db.representatives.count(), await db.signatories.count()]).toEqual([
      from,
      1,
      2,
    ]);
    expect(await memberships()).toEqual([from]);
    await undoSteps(db, redo);
    expect([await capacityOf(open), await memberships()]).toEqual([to, [to]]);
  });

  it('returns what was signed by default or next to a sent page of the same document, row by row', async () => {
    const [open, byDefault] = [await assign(), await assign('assigned', null)];
    await assign('sent');
    const { steps } = await replace();
    await undoSteps(db, steps);
    expect([await capacityOf(open), await capacityOf(byDefault)]).toEqual([from, null]);
    const edits = await db.outbox.orderBy('seq').toArray();
    expect(edits.slice(3).map(({ name }) => name)).toEqual([
      'assignment.update',
      'assignment.update',
      'signing-group-member.update',
      'representative.delete',
      'signatory.delete',
    ]);
    expect(edits.filter(({ name }) => name === 'assignment.update').map(({ args }) => args)).toEqual(
      expect.arrayContaining([
        { transaction, uuid: open, edits: { authRep: from } },
        { transaction, uuid: byDefault, edits: { authRep: null } },
      ]),
    );
  });

  it('stays after an undo if one of the pages was sent to them, or if they sign anything else', async () => {
    const open = await assign();
    const { to, steps } = await replace();
    await db.assignments.update(open, { status: 'sent' });
    expect(await undoSteps(db, steps)).toBeNull();
    await db.assignments.update(open, { status: 'assigned' });
    const later = await assign('assigned', to);
    expect(await undoSteps(db, steps)).toBeNull();
    await db.assignments.delete(later);
    expect(await undoSteps(db, steps)).not.toBeNull();
  });
});
