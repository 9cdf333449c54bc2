import type { TaskRow } from '../../db/rows.ts';
import { daysUntil, formatDate, isoDay } from '../lib/dates.ts';

export interface DueWords {
  text: string;
  tone: 'plain' | 'late';
  /** The same at length, for whoever rests the pointer on it. */
  title: string;
}

/** When a task is due; null = nobody has said. What is done is not late any more. */
export function dueWords({ dueDate, isComplete }: TaskRow, now: Date): DueWords | null {
  if (dueDate === null) return null;
  const late = !isComplete && dueDate < isoDay(now);
  const days = daysUntil(dueDate, now);
  return {
    text: late ? `Due ${days}` : `Due ${formatDate(dueDate)}`,
    tone: late ? 'late' : 'plain',
    title: `${formatDate(dueDate)}, ${days}`,
  };
}

/** Whether what stands on a line of the checklist is done: an instrument by hand, a task as well. */
export function isDone({
  item,
  task,
}: {
  item: { complete: boolean } | null;
  task: TaskRow | null;
}): boolean {
  return item?.complete ?? task?.isComplete ?? false;
}
