import type { PastRelease } from '../../db/queries/closing/closing-board.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { Badge } from '../ui/status/badge.tsx';
import { PAST, RELEASE } from './closing-copy.ts';
import styles from './closing.module.css';

/** What was released or withdrawn, when, and by whom. */
export function PastReleases({
  past,
  nameOf,
}: {
  past: readonly PastRelease[];
  nameOf: (user: string) => string;
}) {
  return (
    <section className={styles.card} aria-labelledby="closing-past">
      <h2 id="closing-past">{PAST.title}</h2>
      <ul className={styles.past}>
        {past.map(({ row, documents }) => {
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
              {row.withdrawnReason === null ? null : (
                <span className={styles.facts}>{PAST.reason(row.withdrawnReason)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
