import { uploadPercent } from '../../contract/rules/upload-status.ts';
import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import styles from './upload-progress.module.css';

/** How far an upload is. `prepared`: how much of its pages, 0–1, by the estimate. */
export function UploadProgress({ entry, prepared }: { entry: QueueEntry; prepared: number }) {
  if (entry.status === 'CONVERSION_COMPLETE') return null;
  const percent = prepared > 0 ? uploadPercent(entry.status, prepared) : entry.percent;
  return (
    <span
      className={styles.track}
      role="progressbar"
      aria-label={`Progress of ${entry.name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles.bar} style={{ width: `${percent}%` }} />
    </span>
  );
}
