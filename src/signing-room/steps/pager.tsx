import styles from '../signing-room.module.css';

/** Buttons that turn the pages. */
export function Pager({ at, count, goTo }: { at: number; count: number; goTo: (index: number) => void }) {
  return (
    <nav className={styles.pager} aria-label="Pages">
      <button
        className={styles.quiet}
        type="button"
        aria-label="Previous page"
        disabled={at === 0}
        onClick={() => goTo(at - 1)}
      >
        Previous<span className={styles.longName}> page</span>
      </button>
      <span>
        Page {at + 1} of {count}
      </span>
      <button
        className={styles.quiet}
        type="button"
        aria-label="Next page"
        disabled={at === count - 1}
        onClick={() => goTo(at + 1)}
      >
        Next<span className={styles.longName}> page</span>
      </button>
    </nav>
  );
}

/** Returns the accessible name of a page's picture. */
export function nameOfPage(at: number, count: number, document: string | undefined): string {
  return [`Page ${at + 1} of ${count}`, ...(document === undefined ? [] : [document])].join(': ');
}
