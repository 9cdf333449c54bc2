import type { AuditLogAnswer } from '../../../../db/commands/signing/packets/online-signing.ts';
import { HISTORY } from './history-copy.ts';

const DAY_MS = 86_400_000;

/** When a signatory was reminded, and by whom. */
export interface LastReminder {
  at: string;
  by: string;
}

/** Returns the last reminder in a signatory's history; null if no reminder was sent, or if the history can't be read. */
export function lastReminder(answer: AuditLogAnswer | null): LastReminder | null {
  if (answer?.outcome !== 'done') return null;
  const act = answer.acts.find(({ subject }) => subject === 'reminder');
  return act ? { at: act.at, by: act.actor?.name ?? HISTORY.server } : null;
}

/** Returns whether a reminder was sent less than a day ago. */
export function isRecent({ at }: Pick<LastReminder, 'at'>): boolean {
  return Date.now() - Date.parse(at) < DAY_MS;
}
