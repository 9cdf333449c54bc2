import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import { UPLOAD_CHAIN, uploadPercent } from '../../contract/rules/upload-status.ts';
import styles from './upload-progress.module.css';

/** Upload spec 9: per-page conversion estimate, ms. */
const PAGE_CONVERSION = 400;

const LAST_STEP = UPLOAD_CHAIN.at(-2) ?? 'SUCCESS_GENERATING_THUMBNAILS';

/**
 * How far an upload is. While the pages are prepared nothing is heard of the server: the bar runs by the estimate per
 * page (upload spec 4 "Progress") and stops short of the end.
 */
export function UploadProgress({ entry }: { entry: QueueEntry }) {
  if (entry.status === 'CONVERSION_COMPLETE') return null;
  const estimated = entry.status === 'SUCCESS_CONVERTING_DOCUMENT';
  const percent = estimated ? uploadPercent(LAST_STEP, 0) : entry.percent;
  return (
    <span
      className={styles.track}
      role="progressbar"
      aria-label={`Progress of ${entry.name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={entry.percent}
    >
      <span
        className={styles.bar}
        style={{
          width: `${percent}%`,
          transitionDuration: estimated ? `${(entry.numPages ?? 1) * PAGE_CONVERSION}ms` : undefined,
          transitionTimingFunction: estimated ? 'linear' : undefined,
        }}
      />
    </span>
  );
}
