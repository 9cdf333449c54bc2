import { afterEach, beforeEach, expect, it } from 'vitest';
import { TOP } from '../../../../contract/rules/checklist/child-lists.ts';
import type { AssignmentStatus } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf, type Relation } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { createItem } from '../../../commands/checklist/create-item.ts';
import { createAssignments } from '../../../commands/signing/assignments/assignments.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { notTakenOver } from './signatory-documents.ts';

const transaction = newUuid();
const [fund, partner, jane, viaPartner, viaJane] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];
const [john, viaJohn] = [newUuid(), newUuid()];
const general = { uuid: viaPartner, entity: fund, signatory: partner, title: 'general partner', order: 0 };
const president = { uuid: viaJane, entity: partner, signatory: jane, title: 'President', order: 0 };
const capacities = capacitiesOf(
  [
    { uuid: fund, name: 'Alder Fund, L.P.', isOrg: true },
    { uuid: partner, name: 'Alder GP, LLC', isOrg: true },
    { uuid: jane, name: 'Jane Doe', isOrg: false },
    { uuid: john, name: 'John Roe', isOrg: false },
  ],
  [general, president, { uuid: viaJohn, entity: partner, signatory: john, title: 'Secretary', order: 1 }],
);

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

async function assign(status: AssignmentStatus, signatory: string, authRep: string | null, item = newUuid()) {
  const uuid = newUuid();
  const page = { uuid, item, page: newUuid(), pageOrder: 0, signatory, authRep };
  await createAssignments(db, { transaction, assignments: [page] });
  await db.assignments.update(uuid, { status });
}

it('counts what was sent through a general partner, no matter who signs for it, so that replacing it can be offered for the rest', async () => {
  await assign('sent', fund, viaJane);
  await assign('executed', fund, null);
  await assign('assigned', fund, viaJane);
  await assign('sent', partner, viaJane);
  const count = async (relation: Relation) =>
    (await notTakenOver(db, transaction, { capacities, relation })).sent;
  expect(await count(general)).toBe(2);
  expect(await count(president)).toBe(3);
});

it('names documents that two people sign through a general partner, because a new one signs only once', async () => {
  const items = { SPA: newUuid(), NDA: newUuid(), Lease: newUuid() };
  for (const [name, uuid] of Object.entries(items))
    await createItem(db, { transaction, uuid, elementUuid: newUuid(), name, parent: TOP, after: null });
  for (const authRep of [viaJane, viaJohn]) await assign('assigned', fund, authRep, items.SPA);
  await assign('assigned', fund, viaJohn, items.NDA);
  await assign('sent', fund, viaJane, items.Lease);
  await assign('assigned', fund, viaJohn, items.Lease);
  const { twice } = await notTakenOver(db, transaction, { capacities, relation: general });
  expect(twice).toEqual(['SPA']);
});
