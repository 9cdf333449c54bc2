import FileUp from 'lucide-react/icons/file-up';
import PenLine from 'lucide-react/icons/pen-line';
import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useNavigate } from 'react-router-dom';
import { hasSignatures } from '../../../db/queries/signing/assignments/has-signatures.ts';
import type { Destination } from '../../../workers/sync-api.ts';
import { carriesFiles } from '../../lib/device/file-drops.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { ADD_FILES } from '../upload-queue-copy.ts';
import { stageTransfer } from './stage-files.ts';
import styles from './file-drop-overlay.module.css';

/** The `data-drop-zone` value of the zone for signed pages. */
const SIGNED_ZONE = 'signed';

interface FileDropOverlayProps {
  transaction: string;
  /** Whether all files are treated as signed pages. */
  returned?: true;
  /** Whether the page shows signatories, on whose rows signed pages can be dropped. */
  hasSignatoryRows?: boolean;
}

/** Accepts files dropped anywhere on the page, and says during the drag what they will become. */
export function FileDropOverlay({ transaction, returned, hasSignatoryRows = false }: FileDropOverlayProps) {
  const db = useMirror();
  const takesSigned =
    useLiveQuery(async () => !returned && hasSignatures(db, transaction), [db, transaction, returned]) ??
    false;
  const target = useFileDrops(takesSigned, useDrop(transaction, returned));
  if (target === null) return null;
  if (!takesSigned)
    return (
      <div className={styles.overlay}>
        <div className={classNames(styles.zone, styles.aimed)}>
          <FileUp aria-hidden="true" />
          <p className={styles.title}>{returned ? ADD_FILES.dropReturned : ADD_FILES.dropHere}</p>
          <p>{returned ? ADD_FILES.returnedTypes : ADD_FILES.types}</p>
        </div>
      </div>
    );
  const { kind, signatory } = target;
  const isOnZone = kind === 'signed' && signatory === undefined;
  return (
    <div className={classNames(styles.overlay, hasSignatoryRows && styles.aboveRows)}>
      <div className={styles.zones}>
        <div className={classNames(styles.zone, kind === 'documents' && styles.aimed)}>
          <FileUp aria-hidden="true" />
          <p className={styles.title}>{ADD_FILES.documents}</p>
          <p>{ADD_FILES.dropHere}</p>
          <p>{ADD_FILES.types}</p>
        </div>
        <div className={classNames(styles.zone, isOnZone && styles.aimed)} data-drop-zone={SIGNED_ZONE}>
          <PenLine aria-hidden="true" />
          <p className={styles.title}>{ADD_FILES.signedPages}</p>
          <p>{hasSignatoryRows ? ADD_FILES.orOnRow : ADD_FILES.dropReturned}</p>
          <p>{ADD_FILES.returnedTypes}</p>
        </div>
      </div>
      {signatory ? (
        <div
          className={styles.row}
          style={{
            top: signatory.row.top,
            left: signatory.row.left,
            width: signatory.row.width,
            height: signatory.row.height,
          }}
        >
          <span className={styles.rowLabel}>{ADD_FILES.signedPagesOf(signatory.name)}</span>
        </div>
      ) : null}
    </div>
  );
}

/** Returns what dragged files are over; null if none are being dragged. */
function useFileDrops(
  takesSigned: boolean,
  drop: (target: DropTarget, transfer: DataTransfer) => void,
): DropTarget | null {
  const [target, setTarget] = useState<DropTarget | null>(null);
  const latestDrop = useLatest(drop);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Otherwise the browser would leave the page and open the file.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      const next = dropTargetAt(event.target, takesSigned);
      setTarget((last) => (isSameTarget(last, next) ? last : next));
    };
    const onLeave = (event: DragEvent) => {
      // Moving to another element of the page has a related target; leaving the window has none.
      if (event.relatedTarget === null) setTarget(null);
    };
    const onDrop = (event: DragEvent) => {
      setTarget(null);
      if (!event.dataTransfer || !carriesFiles(event)) return;
      event.preventDefault();
      latestDrop.current(dropTargetAt(event.target, takesSigned), event.dataTransfer);
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
  }, [takesSigned, latestDrop]);
  return target;
}

/** Returns the handler for a drop. Signed pages appear on a different page, so a toast links to it. */
function useDrop(
  transaction: string,
  returned: true | undefined,
): (target: DropTarget, transfer: DataTransfer) => void {
  const { userId } = useMirror();
  const navigate = useNavigate();
  const showAdded = (count: number) =>
    pushToast({
      id: `signed pages ${transaction}`,
      level: 'success',
      message: ADD_FILES.signedAdded(count),
      action: {
        label: ADD_FILES.showReturned,
        run: () => void navigate(`/transaction/${transaction}/returned-pages`),
      },
    });
  return ({ kind, signatory }, transfer) => {
    const isSigned = returned === true || kind === 'signed';
    const to: Destination = {
      userId,
      transaction,
      ...(isSigned && { returned: true }),
      ...(signatory && { expectedSignatory: signatory.uuid }),
    };
    void stageTransfer(to, transfer, 'dropped', isSigned && !returned ? showAdded : undefined);
  };
}

/** The place that dragged files are over, and what they become if dropped there. */
interface DropTarget {
  kind: 'documents' | 'signed';
  /** The signatory whose row the files are over. */
  signatory?: { uuid: string; name: string; row: DOMRect };
}

/** Returns what files would become if dropped on an element. Signed pages are a choice only in deals with signatures. */
function dropTargetAt(element: EventTarget | null, takesSigned: boolean): DropTarget {
  if (!takesSigned || !(element instanceof Element)) return { kind: 'documents' };
  const row = element.closest('[data-signatory]');
  if (row) {
    const [uuid, name] = [row.getAttribute('data-signatory'), row.getAttribute('data-signatory-name')];
    const signatory = { uuid: uuid ?? '', name: name ?? '', row: row.getBoundingClientRect() };
    return { kind: 'signed', signatory };
  }
  const isSigned = element.closest(`[data-drop-zone=${SIGNED_ZONE}]`) !== null;
  return { kind: isSigned ? 'signed' : 'documents' };
}

/** Returns whether both are the same place, so that nothing has to render again. */
function isSameTarget(one: DropTarget | null, other: DropTarget): boolean {
  return (
    one?.kind === other.kind &&
    one.signatory?.uuid === other.signatory?.uuid &&
    one.signatory?.row.top === other.signatory?.row.top
  );
}
