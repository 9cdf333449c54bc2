import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MirrorDatabase } from '../db/database.ts';
import { beginSession, leaveSession } from '../db/device-database.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../db/uuid.ts';
import { takeShared } from './take-shared.ts';

let db: MirrorDatabase;

beforeEach(async () => {
  const userId = newUuid();
  await beginSession({ userId, email: 'a@demo.test', fullName: 'A', expiresAt: 0, lastUsedAt: 0 });
  db = openDatabase(userId);
});
afterEach(() => vi.restoreAllMocks());

/** A share of the system's. */
function shared() {
  const formData = async () => {
    const form = new FormData();
    const text = `%PDF-1.7 ${'shared '.repeat(50)}`;
    form.append('documents', new File([text], 'Shared.pdf', { type: 'application/pdf' }));
    return form;
  };
  return { formData };
}

async function filesHere(): Promise<string[]> {
  return (await db.files.toArray()).map(({ fileName }) => fileName);
}

it('what the system shares is on the device', async () => {
  expect(await takeShared(shared())).toBe('/incoming?shared=1');
  expect(await filesHere()).toEqual(['Shared.pdf']);
});

it('on nobody’s device nothing of it is kept', async () => {
  await leaveSession(db.userId);
  expect(await takeShared(shared())).toBe('/login?action=not_kept');
  expect(await filesHere()).toEqual([]);
});

it('what cannot be read is said to be lost, and the console says why', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const fault = new TypeError('Could not parse content as FormData.');
  const unreadable = { formData: async () => Promise.reject(fault) };
  expect(await takeShared(unreadable)).toBe('/incoming?lost=1');
  expect(complaint.mock.calls).toEqual([[expect.any(String), fault]]);
});
