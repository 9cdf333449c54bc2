import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Bell from 'lucide-react/icons/bell';
import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useSyncExternalStore } from 'react';
import { canRetry } from '../../contract/rules/documents/upload-status.ts';
import {
  pauseUploads,
  resumeUploads,
  retryUploadsNow,
  uploadOnMetered,
} from '../../db/commands/documents/pause-uploads.ts';
import { lockOf } from '../../db/queries/account/device-lock.ts';
import { syncStatus } from '../../db/queries/status/sync-status.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { Button } from '../ui/button.tsx';
import { runCommand } from '../lib/commands/run-command.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useContinuesInBackground } from '../session/background/background-sync.ts';
import { safeToClose } from './safe-to-close.ts';
import { useCopying } from './add-files/copying.ts';
import type { Situation } from './row/row-status.ts';
import { QUEUE_STATE } from './upload-queue-copy.ts';
import {
  notificationPermission,
  requestNotificationPermission,
  subscribeNotificationPermission,
} from './notification-permission.ts';
import styles from './queue-state.module.css';

interface QueueStateProps {
  entries: readonly QueueEntry[];
  situation: Situation;
  /** Called when the focused button disappears, to move the focus. */
  onFocusLeft: () => void;
}

/** Shows what holds up this device's uploads, whether the window can be closed, and what the user can do. */
export function QueueState({ entries, situation, onFocusLeft }: QueueStateProps) {
  const db = useMirror();
  const copying = useCopying();
  const summary = useLiveQuery(() => syncStatus(db), [db]);
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const { offline, signedOut, paused, sparing } = situation;
  const continuesInBackground = useContinuesInBackground(offline);
  const underWay = entries.some((entry) => entry.underWay);
  const uploading = underWay && !paused && !sparing;
  const setBack = entries.some(({ setback }) => setback !== null);
  const held = paused ? QUEUE_STATE.paused : QUEUE_STATE.dataSaver;
  return (
    <div className={styles.state}>
      <p className={styles.words}>
        {paused || (sparing && underWay) ? <strong className={styles.held}>{held} </strong> : null}
        {summary
          ? safeToClose({
              copying,
              files: summary.unsentFiles,
              edits: summary.unsent,
              failed: summary.failedFiles + summary.undecidedFiles + summary.unfiled,
              notHere: summary.filesNotHere,
              notTaken: entries.filter(({ failed, saved, status }) => failed && !saved && !canRetry(status))
                .length,
              rejected: summary.rejected,
              offline,
              paused: paused || sparing,
              signedOut,
              continuesInBackground,
              locks: lock !== null && lock !== undefined,
            })
          : // Reserves the line until the status has been read.
            '\u00a0'}
      </p>
      <span className={styles.actions}>
        {uploading && !setBack && !offline && !signedOut ? <NotifyButton onAnswer={onFocusLeft} /> : null}
        {setBack && !paused && !sparing && !signedOut ? (
          <Button
            look="quiet"
            icon={<RotateCw aria-hidden="true" />}
            onClick={() => runCommand(retryUploadsNow(db))}
          >
            {QUEUE_STATE.retry}
          </Button>
        ) : null}
        {sparing && underWay && !paused ? (
          <Button onClick={() => runCommand(uploadOnMetered(db))}>{QUEUE_STATE.uploadAnyway}</Button>
        ) : null}
        {paused ? (
          <Button icon={<CirclePlay aria-hidden="true" />} onClick={() => runCommand(resumeUploads(db))}>
            {QUEUE_STATE.resume}
          </Button>
        ) : null}
        {uploading ? (
          <Button
            look="quiet"
            icon={<CirclePause aria-hidden="true" />}
            onClick={() => runCommand(pauseUploads(db))}
          >
            {QUEUE_STATE.pause}
          </Button>
        ) : null}
      </span>
    </div>
  );
}

/**
 * Asks for permission to show a notification when the uploads are done. Renders nothing once the user has answered, because
 * browsers ask only once. `onAnswer` moves the focus, which would otherwise be lost with the button.
 */
function NotifyButton({ onAnswer }: { onAnswer: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const permission = useSyncExternalStore(subscribeNotificationPermission, notificationPermission);
  if (permission !== 'default') return null;
  const ask = async () => {
    const { current } = button;
    await requestNotificationPermission();
    if (current === document.activeElement || document.activeElement === document.body) onAnswer();
  };
  return (
    <Button ref={button} look="quiet" icon={<Bell aria-hidden="true" />} onClick={() => runCommand(ask())}>
      {QUEUE_STATE.notify}
    </Button>
  );
}
