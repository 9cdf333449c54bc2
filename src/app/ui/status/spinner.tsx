import styles from './spinner.module.css';

/** A purely visual spinner. Put text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
