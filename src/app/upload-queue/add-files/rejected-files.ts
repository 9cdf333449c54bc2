import type { SyncApi } from '../../../workers/sync-api.ts';
import { ADD_FILES } from '../upload-queue-copy.ts';

/** The most toasts that appear. Any other files are only counted. */
const TOASTS_MAX = 3;

/** A file that the worker could not store, and why. */
export type RejectedFile = Awaited<ReturnType<SyncApi['stageFiles']>>['refused'][number];

/** Returns sentences that name the files that couldn't be added, one for each reason. */
export function rejectedSentences(rejected: readonly RejectedFile[]): string[] {
  const byReason = Map.groupBy(rejected, ({ reason }) => reason);
  const groups = [...byReason].map(([reason, files]) => ({ reason, names: files.map(({ name }) => name) }));
  const sentences = groups
    .slice(0, TOASTS_MAX)
    .map(({ reason, names }) => ADD_FILES.rejected(namesInWords(names), reason));
  const rest = groups.slice(TOASTS_MAX).reduce((sum, { names }) => sum + names.length, 0);
  return rest > 0 ? [...sentences, ADD_FILES.moreRejected(rest)] : sentences;
}

function namesInWords([first = '', ...others]: readonly string[]): string {
  return others.length > 0 ? ADD_FILES.andMore(first, others.length) : first;
}
