import type { RejectedRow } from '../../../../src/db/rows.ts';
import type { Device } from '../device.ts';
import { said } from '../said.ts';
import type { World } from '../world.ts';

/** Whether the device has an edit in the tray because the person has lost its deal. */
export function isAccessLost({ reason }: RejectedRow): boolean {
  return reason.includes('no longer have access');
}

/** By these a person ends a deal for themselves: where it has ended nothing is to be decided (PULL5). */
const endings = new Set(['transaction.delete', 'transaction.leave']);

/** What a refusal leaves in the tray can be tried again, with all that it said. */
export function trayIsReadable({ inspector }: World, device: Device): string[] {
  return device.rows<RejectedRow>('rejected').flatMap((row) => {
    if (endings.has(row.name) && isAccessLost(row))
      return [`tray: ${row.name} ${row.id} is kept because the deal has ended`];
    if (row.code === 'unreadable' || inspector.readCommand(row) !== null) return [];
    return [`tray: ${row.name} ${row.id} cannot be read back: ${said(row.args)}`];
  });
}
