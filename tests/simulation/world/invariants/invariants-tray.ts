import type { RejectedRow } from '../../../../src/db/rows.ts';
import type { Device } from '../device.ts';
import { said } from '../said.ts';
import type { World } from '../world.ts';

/** Returns whether an edit is in the tray because the person has lost its deal. */
export function isAccessLost({ reason }: RejectedRow): boolean {
  return reason.includes('no longer have access');
}

/**
 * Commands with which a person gives up a deal. Once the deal is gone, there is nothing to decide about them
 * (PULL5).
 */
const endings = new Set(['transaction.delete', 'transaction.leave']);

/** Checks that every edit in the tray can be read back, so that it can be retried completely. */
export function trayIsReadable({ inspector }: World, device: Device): string[] {
  return device.rows<RejectedRow>('rejected').flatMap((row) => {
    if (endings.has(row.name) && isAccessLost(row))
      return [`tray: ${row.name} ${row.id} is kept because the deal has ended`];
    if (row.code === 'unreadable' || inspector.readCommand(row) !== null) return [];
    return [`tray: ${row.name} ${row.id} cannot be read back: ${said(row.args)}`];
  });
}
