import type { OutboxRow } from '../../../src/db/rows.ts';
import type { Device } from './device.ts';
import { offlineDealRecords } from './invariants/invariants-left.ts';
import { pick } from './random.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** Signs the person out in one of the tabs, half of the time right after keeping the deal offline. */
export async function signOut(world: World, device: Device, { b, c }: Step): Promise<void> {
  const tab = pick(
    device.tabs.filter(({ frozen, isOutdated }) => !frozen && !isOutdated),
    b,
  );
  if (!tab || device.isOut) return;
  if (c % 2 === 0) {
    tab.command(async (commands, db) => commands.noteKept(db, world.deal, tab.page.clock.now()));
    await world.scheduler.settle();
    device.kept = offlineDealRecords(device);
  }
  // Usually, they wait until everything is saved.
  if (c % 3 > 0) await world.scheduler.advance(30_000);
  const { atRest } = world.scheduler;
  const unsent = device
    .rows<OutboxRow>('outbox')
    .some(({ state, name }) => state !== 'acked' && name !== 'notification.read');
  const owed = atRest && !unsent && device.rows('rejected').length === 0 && device.profile.disk.full === 0;
  Object.assign(device.leaving, { owed, ended: false, wiped: false, returning: false, lost: false });
  device.hasLeft = true;
  // The wipe includes the edits that are kept in case the server is restored (AUTH11).
  for (const [id, edit] of world.edits)
    if (edit.device === device && world.isUndone(id)) world.excuse(id, 'wiped');
  tab.leave();
}

/** Signs another person in on the device while its owner is signed out. */
export function lend(world: World, device: Device, { b }: Step): void {
  const others = world.people.filter(({ uuid }) => uuid !== device.userId);
  const guest = pick(others, b);
  if (guest && device.isOut && !device.guest) device.lend({ userId: guest.uuid, email: guest.email });
}
