import styles from './skeleton-bar.module.css';

/** Stands where words will, while they are loaded. `width`: share of its place, percent. */
export function SkeletonBar({ width }: { width: number }) {
  return <span className={styles.bar} style={{ width: `${width}%` }} />;
}
