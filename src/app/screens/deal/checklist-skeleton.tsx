import { SkeletonBar } from '../../ui/status/skeleton-bar.tsx';
import { STATES } from './deal-copy.ts';
import styles from './checklist-skeleton.module.css';

const ROWS = [
  [0, 26],
  [1, 44],
  [1, 38],
  [1, 52],
  [0, 22],
  [1, 47],
  [1, 35],
] as const;

/** Placeholder rows while the checklist loads. */
export function ChecklistSkeleton() {
  return (
    <output className={styles.skeleton} aria-label={STATES.loading}>
      <span className={styles.title} />
      {ROWS.map(([depth, width]) => (
        <span key={width} className={styles.row} style={{ '--depth': depth }}>
          <SkeletonBar width={width} />
        </span>
      ))}
    </output>
  );
}
