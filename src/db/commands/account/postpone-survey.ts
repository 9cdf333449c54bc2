import type { MirrorDatabase } from '../../database.ts';
import { SURVEY_KEY } from '../../queries/account/survey.ts';

/** Has the survey not be asked on this device for a while. */
export async function postponeSurvey(db: MirrorDatabase, now: Date): Promise<void> {
  await db.meta.put({ key: SURVEY_KEY, value: now.toISOString() });
}
