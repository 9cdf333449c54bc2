import { afterEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { assignDocuments } from './assign-documents.ts';

const transaction = newUuid();
const db = new MirrorDatabase(newUuid(), 'relaxed');

afterEach(async () => db.delete());

const assignments = Array.from({ length: 2100 }, (_, order) => ({
  uuid: newUuid(),
  item: newUuid(),
  page: newUuid(),
  pageOrder: order,
  signatory: newUuid(),
  authRep: null,
}));

const assigned = async () => db.assignments.count();

it('assigns thousands of signatures in requests of a limited size, as one act to undo', async () => {
  const inverse = await assignDocuments(db, { transaction, assignments }, []);
  expect(await assigned()).toBe(2100);
  expect(await db.outbox.count()).toBe(2);
  await undoSteps(db, inverse);
  expect(await assigned()).toBe(0);
}, 30_000);
