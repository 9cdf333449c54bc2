import { SyncIndicator } from '../sync-status/sync-indicator.tsx';
import styles from './embed-status.module.css';

/** The sync status in a frame, which has no app bar. */
export function EmbedStatus() {
  return (
    <div className={styles.status}>
      <SyncIndicator />
    </div>
  );
}
