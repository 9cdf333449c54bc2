import type { Flag, Switch } from '../../../contract/rules/account/features.ts';
import type { MirrorDatabase } from '../../database.ts';

/** Returns whether a feature is on for everyone, according to the server's last response. */
export async function isSwitchedOn(db: MirrorDatabase, feature: Switch): Promise<boolean> {
  const row = await db.answers.get('features');
  return row?.key === 'features' && row.body.includes(feature);
}

/**
 * Returns whether a feature is on in a deal, according to its last row. In a deal that is not on the device, no feature is
 * on.
 */
export async function isFlagOn(db: MirrorDatabase, deal: string, flag: Flag): Promise<boolean> {
  return (await db.transactions.get(deal))?.flags?.includes(flag) ?? false;
}
