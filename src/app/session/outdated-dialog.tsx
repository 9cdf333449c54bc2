import { useSyncExternalStore } from 'react';
import { outdated } from '../../db/queries/status/outdated.ts';
import { Button } from '../ui/button.tsx';
import { reloadPage } from '../upload-queue/use-leave-warning.ts';
import styles from './outdated-dialog.module.css';

/**
 * Asks for a reload once another tab has updated Counterpart. It covers the page, for nothing that is typed now could be
 * kept, and needs no file that the server may not have any more.
 */
export function OutdatedDialog() {
  if (!useSyncExternalStore(outdated.subscribe, outdated.getSnapshot)) return null;
  return (
    <dialog
      ref={openModally}
      className={styles.dialog}
      aria-labelledby="outdated"
      onCancel={(event) => event.preventDefault()}
    >
      <p id="outdated" className={styles.sentence}>
        {outdated.sentence}
      </p>
      <Button look="primary" onClick={reloadPage}>
        Reload
      </Button>
    </dialog>
  );
}

function openModally(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
}
