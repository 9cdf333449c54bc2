import { useLiveQuery } from 'dexie-react-hooks';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { safeToClose } from '../../contract/rules/transactions/safe-to-close.ts';
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
import { useGoesOnByItself } from '../session/background-sync.ts';
import { useCopying } from './copying.ts';
import { NotifyButton } from './notify-button.tsx';
import type { Situation } from './upload-words.ts';
import styles from './queue-state.module.css';

interface QueueStateProps {
  entries: readonly QueueEntry[];
  situation: Situation;
  /** Takes the focus from a button that goes. */
  onFocusLeft: () => void;
}

/** How the uploads of this device stand: what holds them, what happens if the window closes, and what can be done. */
export function QueueState({ entries, situation, onFocusLeft }: QueueStateProps) {
  const db = useMirror();
  const copying = useCopying();
  const summary = useLiveQuery(() => syncStatus(db), [db]);
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const { offline, signedOut, paused, sparing } = situation;
  const byItself = useGoesOnByItself(offline);
  const underWay = entries.some((entry) => entry.underWay);
  const goOn = underWay && !paused && !sparing;
  const setBack = entries.some(({ setback }) => setback !== null);
  const held = paused ? 'Uploads are paused.' : 'Waiting: data saver is on.';
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
              refused: summary.rejected,
              offline,
              paused: paused || sparing,
              signedOut,
              goesOn: byItself ? 'by_itself' : 'on_return',
              locks: lock !== null && lock !== undefined,
            })
          : // It keeps its place until it is read.
            '\u00a0'}
      </p>
      <span className={styles.actions}>
        {goOn && !setBack && !offline && !signedOut ? <NotifyButton onAnswer={onFocusLeft} /> : null}
        {setBack && !paused && !sparing && !signedOut ? (
          <Button
            look="quiet"
            icon={<RotateCw aria-hidden="true" />}
            onClick={() => runCommand(retryUploadsNow(db))}
          >
            Try again now
          </Button>
        ) : null}
        {sparing && underWay && !paused ? (
          <Button onClick={() => runCommand(uploadOnMetered(db))}>Upload all the same</Button>
        ) : null}
        {paused ? (
          <Button icon={<CirclePlay aria-hidden="true" />} onClick={() => runCommand(resumeUploads(db))}>
            Resume uploads
          </Button>
        ) : null}
        {goOn ? (
          <Button
            look="quiet"
            icon={<CirclePause aria-hidden="true" />}
            onClick={() => runCommand(pauseUploads(db))}
          >
            Pause uploads
          </Button>
        ) : null}
      </span>
    </div>
  );
}
