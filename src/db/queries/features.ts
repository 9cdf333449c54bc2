import type { Switch } from '../../contract/rules/features.ts';
import type { MirrorDatabase } from '../database.ts';

/** Whether a feature is on for everybody, as the server last said. */
export async function isSwitchedOn(db: MirrorDatabase, feature: Switch): Promise<boolean> {
  const row = await db.answers.get('features');
  return row?.key === 'features' && row.body.includes(feature);
}
