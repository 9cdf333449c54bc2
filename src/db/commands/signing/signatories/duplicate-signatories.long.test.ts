import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MirrorDatabase } from '../../../database.ts';
import { Draft } from '../../../outbox/draft.ts';
import { decodeMutation } from '../../../outbox/mutations.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { duplicateSignatories, type CopiedSignatories } from './duplicate-signatories.ts';

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
const counts = async () => [await db.signatories.count(), await db.representatives.count()];

describe('signatories of another deal', () => {
  it('are copied in steps as large as a call can take, with the relations between steps, and undone as one', async () => {
    const people = Array.from({ length: 2001 }, (_, at) => ({
      ...facts,
      uuid: newUuid(),
      fullName: `Person ${at}`,
      isOrg: at === 0,
    }));
    const [first, last] = [people[0]?.uuid ?? '', people.at(-1)?.uuid ?? ''];
    const relation = { uuid: newUuid(), entity: first, signatory: last, title: 'President', order: 0 };
    const undo = await copy({ signatories: people, relations: [relation] });
    expect(await counts()).toEqual([2001, 1]);
    const edits = await db.outbox.orderBy('seq').toArray();
    const inputs = edits.map((row) => {
      const decoded = decodeMutation(row, db.userId);
      if (!decoded.ok) throw new Error(decoded.reason);
      return decoded.mutation.request(new Draft(transaction)).input as {
        signatories: string[];
        copies: unknown[];
      };
    });
    expect(inputs.map(({ signatories, copies }) => [signatories.length, copies.length])).toEqual([
      [2000, 2000],
      [1, 1],
      [2, 1],
    ]);
    expect(inputs[2]?.signatories).toEqual([first, last]);
    await undoSteps(db, undo);
    expect(await counts()).toEqual([0, 0]);
  }, 60_000);
});
