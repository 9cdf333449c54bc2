import { useEffect, useState } from 'react';
import FileUp from 'lucide-react/icons/file-up';
import { carriesFiles } from '../../lib/device/file-drops.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { ADD_FILES } from '../upload-queue-copy.ts';
import { stageTransfer } from './stage-files.ts';
import styles from './file-drop-overlay.module.css';

/** Accepts files dropped anywhere on the page, and covers it while they are over it. */
export function FileDropOverlay({ transaction, returned }: { transaction: string; returned?: true }) {
  const { userId } = useMirror();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // Leaving for another element of the page has a related target; leaving the window has none.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      const to = { userId, transaction, ...(returned && { returned }) };
      void stageTransfer(to, event.dataTransfer, 'dropped');
    };
    window.addEventListener('dragenter', onOver);
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onOver);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [userId, transaction, returned]);
  if (!over) return null;
  return (
    <div className={styles.overlay}>
      <div className={styles.card}>
        <FileUp aria-hidden="true" />
        <p className={styles.title}>{returned ? ADD_FILES.dropReturned : ADD_FILES.dropHere}</p>
        <p>{returned ? ADD_FILES.returnedTypes : ADD_FILES.types}</p>
      </div>
    </div>
  );
}
