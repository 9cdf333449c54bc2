import styles from './key-cap.module.css';

/** A key or key combination, as printed on the keyboard. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
