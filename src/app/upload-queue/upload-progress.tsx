import { uploadPercent } from '../../contract/rules/documents/upload-status.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { ProgressBar } from '../ui/status/progress-bar.tsx';

/** How far an upload is. `prepared`: how much of its pages, 0–1, by the estimate. */
export function UploadProgress({ entry, prepared }: { entry: QueueEntry; prepared: number }) {
  if (entry.status === 'CONVERSION_COMPLETE') return null;
  const percent = prepared > 0 ? uploadPercent(entry.status, prepared) : entry.percent;
  return <ProgressBar label={`Progress of ${entry.name}`} value={percent} />;
}
