import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import type { PastRelease } from '../../db/queries/closing/closing-board.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { Button } from '../ui/button.tsx';
import { Badge } from '../ui/status/badge.tsx';
import { PAST, RELEASE } from './closing-copy.ts';
import styles from './closing.module.css';

const DownloadDialog = lazyComponent(() =>
  import('../documents/download/download-dialog.tsx').then((module) => module.DownloadDialog),
);

/** What was released or withdrawn, when, and by whom. */
export function PastReleases({
  transaction,
  past,
  nameOf,
}: {
  transaction: string;
  past: readonly PastRelease[];
  nameOf: (user: string) => string;
}) {
  const [downloading, setDownloading] = useState<readonly string[] | null>(null);
  return (
    <section className={styles.card} aria-labelledby="closing-past">
      <h2 id="closing-past">{PAST.title}</h2>
      <ul className={styles.past}>
        {past.map(({ row, documents, items }) => {
          const isReleased = row.status === 'released';
          const by = nameOf((isReleased ? row.releasedBy : row.modifiedBy) ?? '');
          const when = formatDateTime(row.releasedAt ?? row.modifiedAt);
          return (
            <li key={row.uuid}>
              <div className={styles.title}>
                <strong>{row.name === '' ? RELEASE.untitled : row.name}</strong>
                <Badge tone={isReleased ? 'success' : 'plain'}>
                  {isReleased ? PAST.released : PAST.withdrawn}
                </Badge>
              </div>
              <span className={styles.facts}>
                {isReleased ? PAST.releasedBy(documents, by, when) : PAST.withdrawnBy(by, when)}
              </span>
              {isReleased && row.effectiveDate !== null ? (
                <span className={styles.facts}>{PAST.effective(row.effectiveDate)}</span>
              ) : null}
              {isReleased ? (
                <Button
                  className={styles.release}
                  icon={<Download aria-hidden="true" />}
                  onClick={() => setDownloading(items)}
                >
                  {PAST.download}
                </Button>
              ) : null}
              {row.withdrawnReason === null ? null : (
                <span className={styles.facts}>{PAST.reason(row.withdrawnReason)}</span>
              )}
            </li>
          );
        })}
      </ul>
      {downloading ? (
        <DownloadDialog transaction={transaction} items={downloading} onClose={() => setDownloading(null)} />
      ) : null}
    </section>
  );
}
