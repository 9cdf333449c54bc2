import styles from './skeleton-bar.module.css';

/** A placeholder for text that is loading. `width` is in percent of its container. */
export function SkeletonBar({ width }: { width: number }) {
  return <span className={styles.bar} style={{ width: `${width}%` }} />;
}
