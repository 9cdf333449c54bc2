import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AssignmentStatus } from '../../../../contract/rules/signing/assignments/assignment-status.ts';
import { capacitiesOf } from '../../../../contract/rules/signing/signatories/capacity.ts';
import { createAssignments } from '../../../commands/signing/assignments/assignments.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { sentThrough } from './signatory-documents.ts';

const transaction = newUuid();
const [fund, partner, jane, viaPartner, viaJane] = [newUuid(), newUuid(), newUuid(), newUuid(), newUuid()];
const capacities = capacitiesOf(
  [
    { uuid: fund, name: 'Alder Fund, L.P.', isOrg: true },
    { uuid: partner, name: 'Alder GP, LLC', isOrg: true },
    { uuid: jane, name: 'Jane Doe', isOrg: false },
  ],
  [
    { uuid: viaPartner, entity: fund, signatory: partner, title: 'general partner', order: 0 },
    { uuid: viaJane, entity: partner, signatory: jane, title: 'President', order: 0 },
  ],
);

let db: MirrorDatabase;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => db.delete());

async function assign(status: AssignmentStatus, signatory: string, authRep: string | null) {
  const uuid = newUuid();
  const page = { uuid, item: newUuid(), page: newUuid(), pageOrder: 0, signatory, authRep };
  await createAssignments(db, { transaction, assignments: [page] });
  await db.assignments.update(uuid, { status });
}

it('counts what was sent through a general partner, no matter who signs for it, so that replacing it can be offered for the rest', async () => {
  await assign('sent', fund, viaJane);
  await assign('executed', fund, null);
  await assign('assigned', fund, viaJane);
  await assign('sent', partner, viaJane);
  const count = async (relation: string) => sentThrough(db, transaction, { capacities, relation });
  expect(await count(viaPartner)).toBe(2);
  expect(await count(viaJane)).toBe(3);
});
