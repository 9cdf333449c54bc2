import { SkeletonBar } from '../../ui/status/skeleton-bar.tsx';
import styles from './deal-table-skeleton.module.css';

export function DealTableSkeleton() {
  return (
    <output className={styles.skeleton} aria-label="Loading transactions">
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className={styles.row}>
          <SkeletonBar width={width} />
        </div>
      ))}
    </output>
  );
}
