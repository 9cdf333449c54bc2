import { SkeletonBar } from '../../ui/status/skeleton-bar.tsx';
import { LIST } from './deal-list-copy.ts';
import styles from './deal-table-skeleton.module.css';

export function DealTableSkeleton() {
  return (
    <output className={styles.skeleton} aria-label={LIST.loading}>
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className={styles.row}>
          <SkeletonBar width={width} />
        </div>
      ))}
    </output>
  );
}
