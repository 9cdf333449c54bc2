import { beforeEach, describe, expect, it } from 'vitest';
import { newFileRow } from '../../../../tests/support/rows.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { createHeader } from '../../commands/checklist/create-header.ts';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { dealStep, dealSteps } from './last-synced.ts';

let db: MirrorDatabase;
let deal: string;

beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  deal = newUuid();
  return async () => db.delete();
});

const PULLED_AT = '2026-11-21T10:42:00Z';

async function pulled(): Promise<void> {
  const key = `${deal}/changes`;
  await db.cursors.put({ key, lane: deal, collection: 'changes', askedTick: 1, pulledAt: PULLED_AT });
}

describe('a deal', () => {
  it('is not on this device until it was pulled', async () => {
    const activity = { key: `${deal}/activity`, lane: deal, collection: 'activity' } as const;
    await db.cursors.put({ ...activity, askedTick: 1, pulledAt: PULLED_AT });
    expect(await dealStep(db, deal)).toEqual({ kind: 'never' });
  });

  it('was synced when its feed was last pulled', async () => {
    await pulled();
    expect(await dealStep(db, deal)).toEqual({ kind: 'in_step', at: PULLED_AT });
  });

  it('doesn’t count as synced while an edit or file is unsent', async () => {
    await pulled();
    const header = { transaction: deal, uuid: newUuid(), label: 'Closing', parent: TOP, after: null };
    await createHeader(db, header);
    expect(await dealStep(db, deal)).toEqual({ kind: 'ahead', changes: 1, files: 0 });
    await db.files.add(newFileRow(deal));
    expect(await dealStep(db, deal)).toEqual({ kind: 'ahead', changes: 1, files: 1 });
    await db.outbox.clear();
    expect(await dealStep(db, deal)).toEqual({ kind: 'ahead', changes: 0, files: 1 });
  });

  it('has its own state in the deal list', async () => {
    await pulled();
    const other = newUuid();
    const steps = await dealSteps(db, [deal, other]);
    expect(steps.get(deal)).toEqual({ kind: 'in_step', at: PULLED_AT });
    expect(steps.get(other)).toEqual({ kind: 'never' });
  });
});
