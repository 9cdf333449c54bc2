import { useMemo, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { PAGE_CONVERSION_MS } from '../../contract/rules/documents/upload-status.ts';
import { addDocumentsToTransaction } from '../../db/commands/documents/add-documents-to-transaction.ts';
import { bringVersion } from '../../db/commands/documents/file-version.ts';
import { editQueueFiles } from '../../db/commands/documents/edit-queue-files.ts';
import { removeFromQueue } from '../../db/commands/documents/remove-from-queue.ts';
import { uploadDuplicate } from '../../db/commands/documents/upload-duplicate.ts';
import { pageConversionMs } from '../../db/queries/documents/page-conversion.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import type { ItemRow } from '../../db/rows.ts';
import { track } from '../analytics.ts';
import { Button } from '../ui/button.tsx';
import { useLatest } from '../lib/use-latest.ts';
import { useMedia } from '../lib/use-media.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { classNames } from '../ui/class-names.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useCarryOutAct } from '../undo/history-context.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { askSync } from '../sync-client.ts';
import { useCopying } from './add-files/copying.ts';
import { DmsButton } from './add-files/dms-button.tsx';
import { QueueHead } from './queue-head.tsx';
import { QueueRow, type QueueRowActions } from './row/queue-row.tsx';
import { addState, inGroups } from './queue-selection.ts';
import { QueueState } from './queue-state.tsx';
import { UploadButton } from './add-files/upload-button.tsx';
import { QUEUE } from './upload-queue-copy.ts';
import type { Situation } from './row/row-status.ts';
import styles from './queue-drawer.module.css';

const VersionDialog = lazyComponent(() =>
  import('./version-dialog.tsx').then((module) => module.VersionDialog),
);

/** With more files than this, the drawer is half the height of the window. */
const LOW_DRAWER_MAX = 2;

/** The state of the last addition to the transaction, until its loading flag clears. */
export type Addition = 'none' | 'under_way' | 'done';

interface QueueDrawerProps {
  transaction: string;
  entries: readonly QueueEntry[];
  selected: ReadonlySet<string>;
  situation: Situation;
  closing: boolean;
  addition: Addition;
  onAddition: (addition: Addition) => void;
  onSelect: (uuids: readonly string[], on: boolean) => void;
  onClose: () => void;
}

export function QueueDrawer(props: QueueDrawerProps) {
  const { transaction, entries, selected, situation, addition, onSelect } = props;
  const db = useMirror();
  const drawer = useRef<HTMLDivElement>(null);
  const perPage = useLiveQuery(() => pageConversionMs(db), [db]) ?? PAGE_CONVERSION_MS;
  const copying = useCopying();
  const narrow = useMedia('(width < 48rem)');
  const { stuck, others } = useMemo(() => inGroups(entries), [entries]);
  const chosen = entries.filter((entry) => selected.has(entry.uuid));
  const act = useCarryOutAct();
  /** The document whose version dialog is open. */
  const [version, setVersion] = useState<QueueEntry | null>(null);
  const add = addState(entries, selected, addition !== 'none');

  const addChosen = async () => {
    const properties = { transaction, documents: chosen.length };
    track({ event: 'ADD_TO_TRANSACTION_CLICKED', properties });
    props.onAddition('under_way');
    const documentIds = chosen.map((entry) => entry.uuid);
    const { answered } = await addDocumentsToTransaction(db, { transaction, documentIds }).finally(() =>
      // Even after a failure, so that the user can try again.
      props.onAddition('done'),
    );
    if (chosen.length === entries.length) props.onClose();
    else drawer.current?.focus();
    // Offline, the answer comes much later. Nothing else waits for it.
    if (await answered) track({ event: 'DOCUMENTS_ADDED', properties });
  };
  const bringAsVersion = (document: QueueEntry, item: ItemRow) => {
    act(
      QUEUE.addVersionAct(item.name),
      bringVersion(db, { transaction, document: document.uuid, item: item.uuid }),
      QUEUE.versionAdded(document.name, item.name),
    );
    if (entries.length === 1) props.onClose();
    else drawer.current?.focus();
  };
  /** Removes files, and moves the focus to the drawer, because the clicked button disappears or is disabled. */
  const remove = (removed: readonly QueueEntry[]) => {
    if (removed.length === 0) return;
    runCommand(removeFromQueue(db, { transaction, uuids: removed.map(({ uuid }) => uuid), together: true }));
    drawer.current?.focus();
  };
  const latestEntries = useLatest(entries);
  // Stable, so that unchanged rows do not render again.
  const actions = useMemo(
    (): QueueRowActions => ({
      select: (uuid, on) => onSelect([uuid], on),
      rename: (uuid, name) => runCommand(editQueueFiles(db, { transaction, uuids: [uuid], name })),
      leave: (uuid, name, from) => {
        // Skip this if the document was removed, or if another user has renamed it.
        const isUnchanged = latestEntries.current.some((entry) => entry.uuid === uuid && entry.name === from);
        if (isUnchanged) runCommand(editQueueFiles(db, { transaction, uuids: [uuid], name }));
      },
      chooseSigningType: (uuid, signingType) =>
        runCommand(editQueueFiles(db, { transaction, uuids: [uuid], signingType })),
      retry: (uuid) => askSync((sync) => sync.retryUpload(db.userId, uuid)),
      uploadTwin: (uuid) => runCommand(uploadDuplicate(db, uuid)),
      remove: (uuid) => {
        runCommand(removeFromQueue(db, { transaction, uuids: [uuid], together: false }));
        focusNextRow(drawer.current, uuid);
      },
    }),
    [db, transaction, onSelect, latestEntries],
  );

  const rowsOf = (group: readonly QueueEntry[]) =>
    group.map((entry) => (
      <QueueRow
        key={entry.uuid}
        transaction={transaction}
        entry={entry}
        selected={selected.has(entry.uuid)}
        situation={situation}
        perPage={perPage}
        actions={actions}
      />
    ));
  const state =
    entries.length > 0 || copying > 0 || situation.paused ? (
      <QueueState
        key="state"
        entries={entries}
        situation={situation}
        onFocusLeft={() => drawer.current?.focus()}
      />
    ) : null;
  const rows =
    entries.length === 0 ? (
      <p key="empty" className={styles.empty}>
        {QUEUE.empty}
      </p>
    ) : (
      // One list, so that a row that fails and moves keeps its focus and the text being typed.
      <ul key="rows" className={styles.lists} aria-label={QUEUE.list}>
        {stuck.length > 0 && others.length > 0 ? (
          <li key="stuck" className={styles.stuck}>
            <h3>{QUEUE.needAttention(stuck.length)}</h3>
          </li>
        ) : null}
        {[...rowsOf(stuck), ...rowsOf(others)]}
      </ul>
    );

  return (
    <div
      id="upload-queue"
      ref={drawer}
      tabIndex={-1}
      inert={props.closing}
      className={classNames(
        styles.drawer,
        entries.length > LOW_DRAWER_MAX && styles.tall,
        props.closing && styles.closing,
      )}
    >
      <QueueHead
        entries={entries}
        chosen={chosen}
        onChooseAll={(all) =>
          onSelect(
            entries.map((entry) => entry.uuid),
            all,
          )
        }
        onSigningType={(signingType) => {
          runCommand(editQueueFiles(db, { transaction, uuids: chosen.map(({ uuid }) => uuid), signingType }));
        }}
        onDeleteChosen={() => remove(chosen)}
        onClear={remove}
      />
      {/* A low drawer on a narrow page has little room for rows, so the status goes below them. */}
      <div className={styles.body}>
        {narrow && entries.length <= LOW_DRAWER_MAX ? [rows, state] : [state, rows]}
      </div>
      <div className={styles.foot}>
        <span className={styles.ways}>
          <UploadButton transaction={transaction} />
          <DmsButton transaction={transaction} />
        </span>
        <span className={styles.adding}>
          {add.hint ? <span className={styles.hint}>{add.hint}</span> : null}
          <Button
            disabled={!add.enabled || chosen.length !== 1}
            onClick={() => setVersion(chosen[0] ?? null)}
          >
            {QUEUE.addAsVersion}
          </Button>
          <Button look="primary" disabled={!add.enabled} onClick={() => runCommand(addChosen())}>
            {add.label}
          </Button>
        </span>
      </div>
      {version ? (
        <VersionDialog
          transaction={transaction}
          name={version.name}
          onPick={(item) => bringAsVersion(version, item)}
          onClose={() => setVersion(null)}
        />
      ) : null}
    </div>
  );
}

/** Moves the focus from a removed row to the next one, else to the one before, else to the drawer. */
function focusNextRow(drawer: HTMLElement | null, uuid: string): void {
  const buttons = [...(drawer?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
  const at = buttons.findIndex((button) => button.dataset['remove'] === uuid);
  (buttons[at + 1] ?? buttons[at - 1] ?? drawer)?.focus();
}
