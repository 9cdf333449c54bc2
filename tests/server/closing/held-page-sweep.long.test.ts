import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { validCall } from '../support/endpoints.ts';
import {
  admin,
  held,
  HELD,
  isRead,
  type NamedCall,
  ofTeams,
  openCollectedPages,
  owner,
  reads,
  server,
  sweep,
} from './collected-pages.ts';

openCollectedPages();

describe('a held page', { timeout: 600_000 }, () => {
  test('is shown to an administrator of the other side by no call or report', async () => {
    const calls = reads().filter(({ name }) => !name.startsWith('downloads.'));
    const { shown, refused } = await sweep(admin, calls);
    expect(shown).toEqual([]);
    expect(refused).toEqual(HELD);
  });

  test('is not shown to the other side by any call that changes something', async () => {
    const isLast = ({ name, method }: NamedCall) =>
      method === 'DELETE' || name === 'transactions.participantLeave';
    const writes = ofTeams
      .filter((each) => !isRead(each) && !/^(auth|sessions)\./.test(each.name))
      .flatMap(({ name, method }) =>
        [held.online, held.paper].map((rows) => ({
          name,
          method,
          // Replacing a document would supersede its held signatures.
          ...validCall(name, { ...rows, version: v7() }),
        })),
      );
    const changes = writes.filter((call) => !isLast(call));
    expect((await sweep(owner, changes)).shown).toEqual([]);
    const statuses = await server.services.db
      .selectFrom('assignments')
      .select('status')
      .where('uuid', 'in', held.assignments)
      .execute();
    expect(statuses).toEqual(held.assignments.map(() => ({ status: 'executed' })));
    const noDownloads = reads().filter(({ name }) => !name.startsWith('downloads.'));
    expect((await sweep(owner, noDownloads)).shown).toEqual([]);
    const deletions = writes.filter(isLast).toSorted((one) => (one.name === 'transactions.delete' ? 1 : -1));
    expect((await sweep(owner, deletions)).shown).toEqual([]);
  });
});
