import { memo, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CirclePause from 'lucide-react/icons/circle-pause';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/status/spinner.tsx';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import hidden from '../ui/visually-hidden.module.css';
import { Tooltip } from '../ui/overlay/tooltip.tsx';
import { notePreparing } from './row/use-preparation.ts';
import {
  hasUnsaved,
  NOTHING_SELECTED,
  queueSummary,
  selectionAfter,
  selectionWith,
  type QueueSelection,
} from './queue-selection.ts';
import { QueueDrawer, type Addition } from './queue-drawer.tsx';
import { useLeaveWarning } from '../session/leave-warning.ts';
import { QUEUE } from './upload-queue-copy.ts';
import { useSituation } from './use-situation.ts';
import styles from './upload-queue.module.css';

/** How long after an addition its loading flag clears, ms. */
const LOADING_CLEARS = 3000;

/** How long the closed drawer stays mounted, ms. */
const STAYS_MOUNTED = 200;

interface UploadQueueProps {
  transaction: string;
  entries: readonly QueueEntry[];
  open: boolean;
  onOpen: (open: boolean) => void;
}

/**
 * The button at the bottom left and its drawer (docs/product/upload-queue.md). Memoized, so that edits of the checklist do not
 * render it again.
 */
export const UploadQueue = memo(function UploadQueue({
  transaction,
  entries,
  open,
  onOpen,
}: UploadQueueProps) {
  const [{ selected }, follow] = useReducer(followQueue, { ...NOTHING_SELECTED, entries: null });
  const mounted = useStaysMounted(open);
  const [addition, setAddition] = useAddition();
  useEffect(() => follow({ type: 'queue', entries }), [entries]);
  useEffect(() => notePreparing(entries, performance.now()), [entries]);
  useLeaveWarning(hasUnsaved(entries));
  const situation = useSituation();
  const button = useRef<HTMLButtonElement>(null);
  const { complete, failed } = queueSummary(entries);
  const disconnected = situation?.offline === true || situation?.signedOut === true;
  const held = situation?.paused === true || situation?.sparing === true;
  const unfinished = entries.some(
    ({ underWay, saved, failed, status }) =>
      underWay || (saved && !failed && status !== 'CONVERSION_COMPLETE'),
  );
  const waiting = held && entries.some((entry) => entry.underWay);
  const select = useCallback(
    (uuids: readonly string[], on: boolean) => follow({ type: 'select', uuids, on }),
    [],
  );
  const close = () => {
    // Otherwise, the focus would be lost with the drawer.
    button.current?.focus();
    onOpen(false);
  };
  const toggle = (
    <Button
      ref={button}
      look="handle"
      className={styles.toggle}
      aria-expanded={open}
      aria-controls={mounted ? 'upload-queue' : undefined}
      onClick={() => onOpen(!open)}
    >
      {unfinished && !disconnected && !waiting ? <Spinner /> : null}
      {waiting ? <CirclePause aria-hidden="true" /> : null}
      {failed ? <CircleAlert aria-hidden="true" /> : null}
      {QUEUE.handle(entries.length)}
      {open ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
    </Button>
  );
  return (
    <aside className={styles.queue} aria-label={QUEUE.name}>
      <Tooltip
        content={
          entries.length > 0 ? (
            <>
              <span>{complete}</span>
              {failed ? <span>{failed}</span> : null}
            </>
          ) : null
        }
      >
        {toggle}
      </Tooltip>
      <p role="status" className={hidden.hidden}>
        {entries.length > 0 ? `${complete} ${failed ?? ''}` : ''}
      </p>
      {mounted && situation ? (
        <QueueDrawer
          transaction={transaction}
          entries={entries}
          selected={selected}
          situation={situation}
          closing={!open}
          addition={addition}
          onAddition={setAddition}
          onSelect={select}
          onClose={close}
        />
      ) : null}
    </aside>
  );
});

interface Followed extends QueueSelection {
  /** Null until the queue has been read. */
  entries: readonly QueueEntry[] | null;
}

type QueueEvent =
  | { type: 'queue'; entries: readonly QueueEntry[] }
  | { type: 'select'; uuids: readonly string[]; on: boolean };

function followQueue(last: Followed, event: QueueEvent): Followed {
  if (event.type === 'select') return { ...selectionWith(last, event), entries: last.entries };
  return { ...selectionAfter(last, last.entries, event.entries), entries: event.entries };
}

/** Kept outside the drawer, so that a reopened drawer still shows it. */
function useAddition(): [Addition, (addition: Addition) => void] {
  const [addition, setAddition] = useState<Addition>('none');
  useEffect(() => {
    if (addition !== 'done') return undefined;
    const timer = setTimeout(() => setAddition('none'), LOADING_CLEARS);
    return () => clearTimeout(timer);
  }, [addition]);
  return [addition, setAddition];
}

function useStaysMounted(open: boolean): boolean {
  const [mounted, setMounted] = useState(open);
  // Set during render, because a drawer that is unmounted for even one render would lose its state.
  if (open && !mounted) setMounted(true);
  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(() => setMounted(false), STAYS_MOUNTED);
    return () => clearTimeout(timer);
  }, [open]);
  return open || mounted;
}
