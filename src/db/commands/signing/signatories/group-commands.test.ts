import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { withSeveralPages, assignDocumentsToGroup } from '../assignments/assign-documents.ts';
import {
  createAssignments,
  createAssignmentsDefinition,
  deleteAssignments,
} from '../assignments/assignments.ts';
import { addSigningGroupMembers } from './change-signing-groups.ts';
import { createDynamicAssignmentDefinition } from '../assignments/dynamic-assignments.ts';
import { pagesToChoose } from '../../../queries/signing/pages/marked-pages.ts';
import { markPages } from '../pages/mark-pages.ts';
import { createSigningGroupMemberDefinition, moveToSigningGroup } from './signing-groups.ts';

const transaction = newUuid();
const item = newUuid();
const [buyers, sellers] = [newUuid(), newUuid()];
const [jane, john, ann] = [newUuid(), newUuid(), newUuid()];

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

const edits = async () => (await db.outbox.orderBy('seq').toArray()).map(({ name }) => name);
const asked = (signatory: string, page = newUuid()) => ({
  uuid: newUuid(),
  item,
  page,
  pageOrder: 0,
  signatory,
  authRep: null,
});

describe('assignments on one page', () => {
  it('keep the page until the last of them is removed', async () => {
    const page = newUuid();
    const [first, second] = [asked(jane, page), asked(john, page)];
    await createAssignments(db, { transaction, assignments: [first, second] });
    const undo = await deleteAssignments(db, { transaction, assignments: [first] });
    expect(await db.signaturePages.count()).toBe(1);
    await undoSteps(db, undo);
    await deleteAssignments(db, { transaction, assignments: [first, second] });
    expect([await db.assignments.count(), await db.signaturePages.count()]).toEqual([0, 0]);
  });

  it('keep a page that was not created for them when they are undone', async () => {
    const page = newUuid();
    await createAssignments(db, { transaction, assignments: [asked(jane, page)] });
    const undo = await createAssignments(db, { transaction, assignments: [asked(john, page)] });
    await undoSteps(db, undo);
    expect([await db.assignments.count(), await db.signaturePages.count()]).toEqual([1, 1]);
  });

  it('keep a page that a group signs', async () => {
    await assignDocumentsToGroup(db, { transaction, group: buyers, items: [item], unmarked: [] });
    const [page] = await db.signaturePages.toCollection().primaryKeys();
    const assignment = asked(jane, page);
    await createAssignments(db, { transaction, assignments: [assignment] });
    await deleteAssignments(db, { transaction, assignments: [assignment] });
    expect(await db.signaturePages.count()).toBe(1);
  });
});

describe('assigning documents to a group', () => {
  it('is undone with the members’ assignments that the server has added since', async () => {
    const undo = await assignDocumentsToGroup(db, {
      transaction,
      group: buyers,
      items: [item],
      unmarked: [],
    });
    const [group] = await db.dynamicAssignments.toArray();
    const [page] = await db.signaturePages.toCollection().primaryKeys();
    const uuid = newUuid();
    await createAssignments(db, { transaction, assignments: [{ ...asked(jane, page), uuid }] });
    await db.assignments.update(uuid, { signingGroupAssignment: group?.uuid ?? null });
    const redo = await undoSteps(db, undo);
    expect([await db.assignments.count(), await db.signaturePages.count()]).toEqual([0, 0]);
    await undoSteps(db, redo ?? []);
    expect([await db.assignments.count(), await db.signaturePages.count()]).toEqual([1, 1]);
  });

  it('uses the page of the file that is marked', async () => {
    const page = newUuid();
    await markPages(db, [{ transaction, uuid: page, item, document: newUuid(), refPageNumber: 3, order: 0 }]);
    await assignDocumentsToGroup(db, { transaction, group: buyers, items: [item], unmarked: [] });
    expect(await db.dynamicAssignments.toArray()).toMatchObject([{ itemPageUuid: page }]);
    expect(await db.signaturePages.count()).toBe(1);
  });

  it('needs a choice of the page to sign if several are marked', async () => {
    const [one, two, document] = [newUuid(), newUuid(), newUuid()];
    const marked = { transaction, item, document };
    await markPages(db, [
      { ...marked, uuid: one, refPageNumber: 3, order: 0 },
      { ...marked, uuid: two, refPageNumber: 7, order: 1 },
    ]);
    const assigned = { transaction, group: buyers, items: [item], unmarked: [] };
    await assignDocumentsToGroup(db, assigned);
    expect(await db.dynamicAssignments.count()).toBe(0);
    expect(await withSeveralPages(db, [item, newUuid()])).toEqual([item]);
    expect((await pagesToChoose(db, item)).map(({ uuid, number }) => [uuid, number])).toEqual([
      [one, 3],
      [two, 7],
    ]);
    await assignDocumentsToGroup(db, { ...assigned, chosen: new Map([[item, two]]) });
    expect(await db.dynamicAssignments.toArray()).toMatchObject([{ itemPageUuid: two }]);
    expect(await db.signaturePages.count()).toBe(2);
  });
});

describe('[PUSH7] a row that somebody else created in the meantime has the server’s id from then on', () => {
  const given = newUuid();
  const givenPage = newUuid();

  it('an assignment, and its page if it is new, unless another one in the call has it', () => {
    const [existing, other] = [asked(jane), asked(john)];
    const one = { ...existing, newConsolidates: false };
    const args = { transaction, assignments: [one, other] };
    const own = { uuid: other.uuid, item_page_uuid: other.page };
    const remap = (answer: unknown) => createAssignmentsDefinition.remaps?.(args, answer);
    expect(remap([{ uuid: given, item_page_uuid: givenPage }, own])).toEqual(
      new Map([
        [one.uuid, given],
        [one.page, givenPage],
      ]),
    );
    expect(
      createAssignmentsDefinition.remaps?.({ transaction, assignments: [existing] }, [
        { uuid: existing.uuid, item_page_uuid: givenPage },
      ]),
    ).toEqual(new Map());
    const shared = { transaction, assignments: [one, { ...other, page: one.page }] };
    const answer = [
      { uuid: given, item_page_uuid: givenPage },
      { ...own, item_page_uuid: one.page },
    ];
    expect(createAssignmentsDefinition.remaps?.(shared, answer)).toEqual(new Map([[one.uuid, given]]));
    expect(remap([{ uuid: one.uuid, item_page_uuid: one.page }, own])).toEqual(new Map());
    expect(remap(undefined)).toEqual(new Map());
  });

  it('the assignment of a group, and its page', () => {
    const args = { transaction, uuid: newUuid(), signingGroup: buyers, item, page: newUuid(), pageOrder: 0 };
    const answer = { uuid: given, item_page_uuid: givenPage };
    expect(createDynamicAssignmentDefinition.remaps?.(args, answer)).toEqual(
      new Map([
        [args.uuid, given],
        [args.page, givenPage],
      ]),
    );
  });

  it('a member of a group', () => {
    const args = { transaction, uuid: newUuid(), group: buyers, signatory: jane, authRep: null, order: 0 };
    const { remaps } = createSigningGroupMemberDefinition;
    expect(remaps?.(args, { uuid: given })).toEqual(new Map([[args.uuid, given]]));
    expect(remaps?.(args, { uuid: args.uuid })).toEqual(new Map());
  });
});

describe('a signing group', () => {
  const add = async (group: string, ...signatories: string[]) =>
    addSigningGroupMembers(db, {
      transaction,
      group,
      members: signatories.map((signatory) => ({ signatory, authRep: null })),
    });
  const members = async (group: string) =>
    (await db.signingGroupMembers.where({ group }).sortBy('order')).map(({ signatory, order }) => [
      signatory,
      order,
    ]);
  const memberOf = async (signatory: string) =>
    (await db.signingGroupMembers.where({ signatory }).first())?.uuid ?? '';

  it('adds and removes a member in one edit, without gaps, and so does undo', async () => {
    await add(buyers, jane, john);
    await add(sellers, ann);
    const uuid = await memberOf(jane);
    const undo = await moveToSigningGroup(db, { transaction, uuid, group: sellers, after: null });
    expect(await members(buyers)).toEqual([[john, 0]]);
    expect(await members(sellers)).toEqual([
      [jane, 0],
      [ann, 1],
    ]);
    expect((await edits()).slice(3)).toEqual(['signing-group-member.move']);
    await undoSteps(db, undo);
    expect(await members(buyers)).toEqual([
      [jane, 0],
      [john, 1],
    ]);
    expect(await members(sellers)).toEqual([[ann, 0]]);
    await moveToSigningGroup(db, { transaction, uuid: await memberOf(john), group: sellers });
    expect(await members(sellers)).toEqual([
      [ann, 0],
      [john, 1],
    ]);
  });

  it('shows the page of an added document, and marks the document for signing', async () => {
    const args = { transaction, group: buyers, items: [item], unmarked: [item] };
    const undo = await assignDocumentsToGroup(db, args);
    expect(await edits()).toEqual(['item.update', 'dynamic-assignment.create']);
    const [page] = await db.signaturePages.toArray();
    expect(page).toMatchObject({ item, order: 0 });
    expect(await db.dynamicAssignments.toArray()).toMatchObject([{ itemPageUuid: page?.uuid }]);
    await undoSteps(db, undo);
    expect([await db.signaturePages.count(), await db.dynamicAssignments.count()]).toEqual([0, 0]);
  });
});
