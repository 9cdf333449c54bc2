import { isSurveyDue } from '../../../contract/rules/account/survey.ts';
import type { MirrorDatabase } from '../../database.ts';

/** Where in `meta` it stands when the person last put the survey off. */
export const SURVEY_KEY = 'survey-put-off';

/** Whether the survey may be asked on this device now. */
export async function surveyIsDue(db: MirrorDatabase): Promise<boolean> {
  const value = (await db.meta.get(SURVEY_KEY))?.value;
  return isSurveyDue(typeof value === 'string' ? value : null, Date.now());
}
