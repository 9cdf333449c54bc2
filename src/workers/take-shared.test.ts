import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MirrorDatabase } from '../db/database.ts';
import { beginSession, leaveSession } from '../db/device-database.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../db/uuid.ts';
import { takeShared } from './take-shared.ts';

const ORIGIN = 'https://counterpart.test';

let db: MirrorDatabase;

beforeEach(async () => {
  const userId = newUuid();
  await beginSession({ userId, email: 'a@demo.test', fullName: 'A', expiresAt: 0, lastUsedAt: 0 });
  db = openDatabase(userId);
});
afterEach(() => vi.restoreAllMocks());

/** A share, as the service worker sees it. The system's own shares name no sender. */
function shared({ referrer = '', origin }: { referrer?: string; origin?: string } = {}) {
  const formData = async () => {
    const form = new FormData();
    const text = `%PDF-1.7 ${'shared '.repeat(50)}`;
    form.append('documents', new File([text], 'Shared.pdf', { type: 'application/pdf' }));
    return form;
  };
  const headers = new Headers(origin === undefined ? {} : { origin });
  return { referrer, headers, formData };
}

async function filesHere(): Promise<string[]> {
  return (await db.files.toArray()).map(({ fileName }) => fileName);
}

it('shared files are stored on the device', async () => {
  expect(await takeShared(shared(), ORIGIN)).toBe('/incoming?shared=1');
  expect(await filesHere()).toEqual(['Shared.pdf']);
});

it('nothing is stored if nobody has signed in on the device', async () => {
  await leaveSession(db.userId);
  expect(await takeShared(shared(), ORIGIN)).toBe('/login?action=not_kept');
  expect(await filesHere()).toEqual([]);
});

it('an unreadable share is reported as lost, and the console says why', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const fault = new TypeError('Could not parse content as FormData.');
  const unreadable = { ...shared(), formData: async () => Promise.reject(fault) };
  expect(await takeShared(unreadable, ORIGIN)).toBe('/incoming?lost=1');
  expect(complaint.mock.calls).toEqual([[expect.any(String), fault]]);
});

const evil = 'https://elsewhere.test';

it.each([
  [{ referrer: `${evil}/` }],
  [{ origin: evil }],
  [{ referrer: `${evil}/offer?of=the+day`, origin: 'null' }],
  // A different port means a different website.
  [{ referrer: `${ORIGIN}:8443/` }],
])('a form on another website stores nothing on the device: %j', async (sender) => {
  expect(await takeShared(shared(sender), ORIGIN)).toBe('/incoming');
  expect(await filesHere()).toEqual([]);
});

it.each([
  [{ referrer: `${ORIGIN}/login`, origin: ORIGIN }],
  [{ origin: 'null' }],
  [{ referrer: 'about:client' }],
  [{ referrer: 'android-app://com.example.mail' }],
])('a share is accepted even if the browser names %j as its sender', async (sender) => {
  expect(await takeShared(shared(sender), ORIGIN)).toBe('/incoming?shared=1');
  expect(await filesHere()).toEqual(['Shared.pdf']);
});
