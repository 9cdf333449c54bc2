import styles from './key-cap.module.css';

/** A key, or keys pressed together, as they stand on the keyboard. */
export function KeyCap({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>;
}
