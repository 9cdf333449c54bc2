import styles from './spinner.module.css';

/** A spinner for the eye only: put text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
