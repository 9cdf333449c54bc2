import { useSyncExternalStore } from 'react';
import { outdated } from '../../db/queries/status/outdated.ts';
import { Button } from '../ui/button.tsx';
import { reloadPage } from './leave-warning.ts';
import styles from './outdated-dialog.module.css';

/**
 * Asks for a reload after another tab has updated Counterpart. It covers the page, because nothing that is typed now can be saved,
 * and is not loaded lazily, because the server may no longer have the old files.
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
        {outdated.reload}
      </Button>
    </dialog>
  );
}

function openModally(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
}
