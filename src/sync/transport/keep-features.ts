import type { Flags, Switches } from '../../contract/entities/account/feature-status.ts';
import { SWITCHES } from '../../contract/rules/account/features.ts';
import type { MirrorDatabase } from '../../db/database.ts';

/** Stores which features are on for everyone. */
export async function keepFeatures(
  db: MirrorDatabase,
  told: Switches | Flags,
  askedAt: string,
): Promise<void> {
  if (!('switches' in told)) return;
  const body = SWITCHES.filter((name) => told.switches[name].is_active);
  await db.answers.put({ key: 'features', body, askedAt });
}
