import type { SyncApi } from '../../workers/sync-api.ts';
import { counted } from '../lib/format/numbers.ts';

/** Toasts about files that were not taken; the rest is counted. */
const MOST_TOASTS = 3;

/** A file that was not taken, and why, as the worker tells it. */
export type Refused = Awaited<ReturnType<SyncApi['stageFiles']>>['refused'][number];

/** Says which files were not taken and why: once for each reason, in few sentences however many files there were. */
export function refusedInWords(refused: readonly Refused[]): string[] {
  const byReason = Map.groupBy(refused, ({ reason }) => reason);
  const groups = [...byReason].map(([reason, files]) => ({ reason, names: files.map(({ name }) => name) }));
  const sentences = groups
    .slice(0, MOST_TOASTS)
    .map(({ reason, names }) => `${namesInWords(names)}: ${reason}`);
  const rest = groups.slice(MOST_TOASTS).reduce((sum, { names }) => sum + names.length, 0);
  return rest > 0
    ? [...sentences, `${counted(rest, 'more file', 'more files')} could not be added.`]
    : sentences;
}

function namesInWords([first = '', ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} and ${counted(others.length, 'more file', 'more files')}` : first;
}
