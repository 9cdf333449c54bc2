import { expect, it } from 'vitest';
import { MirrorDatabase } from '../../database.ts';
import { newUuid } from '../../uuid.ts';
import { isStaging, stagingLock } from './staging.ts';

it('detects files that any worker is copying to this device, but not a sweep', async () => {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const lock = stagingLock(db.userId);
  expect(await isStaging(db)).toBe(false);
  const copied = Promise.withResolvers<void>();
  const copying = navigator.locks.request(lock, { mode: 'shared' }, async () => copied.promise);
  await expect.poll(async () => isStaging(db)).toBe(true);
  const another = new MirrorDatabase(newUuid(), 'relaxed');
  expect(await isStaging(another), 'files of somebody else').toBe(false);
  copied.resolve();
  await copying;
  await navigator.locks.request(lock, async () => expect(await isStaging(db)).toBe(false));
});
