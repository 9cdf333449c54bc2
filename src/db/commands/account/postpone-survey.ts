import type { MirrorDatabase } from '../../database.ts';
import { SURVEY_KEY } from '../../queries/account/survey.ts';

/** Postpones the survey on this device. */
export async function postponeSurvey(db: MirrorDatabase, now: Date): Promise<void> {
  await db.meta.put({ key: SURVEY_KEY, value: now.toISOString() });
}
