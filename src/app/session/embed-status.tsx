import { SyncIndicator } from '../sync-status/sync-indicator.tsx';
import styles from './embed-status.module.css';

/** The sync status in a frame, where there is no app bar: it counts unsent changes and those that need a decision. */
export function EmbedStatus() {
  return (
    <div className={styles.status}>
      <SyncIndicator />
    </div>
  );
}
