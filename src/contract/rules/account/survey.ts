/** How much a user knows about closings, as in the survey (docs/product/app-shell.md, "Survey and tour"). */
export const EXPERIENCES = ['new', 'some', 'expert'] as const;
export type Experience = (typeof EXPERIENCES)[number];

const PUT_OFF_MS = 7 * 86_400_000;

/** Returns whether to ask the survey again. `putOffAt` is when the user last said "not now", ISO; null = never. */
export function isSurveyDue(putOffAt: string | null, now: number): boolean {
  if (putOffAt === null) return true;
  const since = now - Date.parse(putOffAt);
  // A clock that was set back must not postpone it for years.
  return !(since >= 0 && since < PUT_OFF_MS);
}
