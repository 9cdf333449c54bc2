import { isSurveyDue } from '../../../contract/rules/account/survey.ts';
import type { MirrorDatabase } from '../../database.ts';

/** The key in `meta` of the time when the user last postponed the survey. */
export const SURVEY_KEY = 'survey-put-off';

/** Returns whether the survey may be asked on this device now. */
export async function surveyIsDue(db: MirrorDatabase): Promise<boolean> {
  const value = (await db.meta.get(SURVEY_KEY))?.value;
  return isSurveyDue(typeof value === 'string' ? value : null, Date.now());
}
