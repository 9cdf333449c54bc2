import type { OutboxRow } from '../../../../src/db/rows.ts';
import type { Device } from '../device.ts';
import { rowsLeft } from '../left.ts';

/**
 * Checks that after a sign-out with a wipe, no row of the person is on the device and no pending work brings
 * one back. Also checks that a sign-out wipes if everything had reached the server (AUTH11).
 */
export function nothingIsLeft(device: Device): string[] {
  const { isOut, leaving, faults, name } = device;
  if (!isOut || leaving.lost) return faults;
  // An edit made in another tab before the wipe keeps everything.
  const isUnsent = device.rows<OutboxRow>('outbox').some(({ state }) => state !== 'acked');
  if (leaving.owed && leaving.ended && !leaving.wiped && !isUnsent) {
    const left = rowsLeft(device.profile.disk, device.userId);
    return left.length > 0 ? [`left: after the sign-out ${name} has ${left.join(', ')}`] : faults;
  }
  // An edit that was in progress was stored after all, with the rows that it is based on.
  if (!leaving.wiped || device.rows<OutboxRow>('outbox').length > 0) return faults;
  const left = rowsLeft(device.profile.disk, device.userId);
  return left.length > 0 ? [...faults, `left: ${left.join(', ')} came back to ${name}`] : faults;
}

/** Called at every commit: records the one that left nothing. The record of offline deals must survive it. */
export function noteWipe(device: Device): string[] {
  const { isOut, leaving } = device;
  const kept = offlineDealRecords(device);
  const gone = device.kept.filter((key) => !kept.includes(key));
  device.kept = kept;
  if (
    leaving.wiped ||
    leaving.returning ||
    !isOut ||
    ['transactions', 'cursors', 'users'].some((table) => device.rows(table).length > 0)
  )
    return [];
  leaving.wiped = true;
  return gone.map((key) => `left: ${device.name} has forgotten ${key}`);
}

export function offlineDealRecords(device: Device): string[] {
  const keys = device.rows<{ key: string }>('meta').map(({ key }) => key);
  return keys.filter((key) => key.startsWith('kept/'));
}
