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
import { counted } from '../lib/format/numbers.ts';
import { classNames } from '../ui/class-names.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useCarryOutAct } from '../undo/history-context.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { askSync } from '../sync-client.ts';
import { useCopying } from './copying.ts';
import { DmsButton } from './dms-button.tsx';
import { QueueHead } from './queue-head.tsx';
import { QueueRow, type QueueRowActions } from './queue-row.tsx';
import { addState, inGroups } from './queue-selection.ts';
import { QueueState } from './queue-state.tsx';
import { UploadButton } from './upload-button.tsx';
import type { Situation } from './upload-words.ts';
import styles from './queue-drawer.module.css';

const VersionDialog = lazyComponent(() =>
  import('./version-dialog.tsx').then((module) => module.VersionDialog),
);

/** docs/product/upload-queue.md, "Where it shows": with more files than this the drawer is half as high as the window. */
const FEW = 2;

/** How the last addition to the transaction stands, until its loading flag clears. */
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
  /** The document of which it is asked of what it is a version. */
  const [version, setVersion] = useState<QueueEntry | null>(null);
  const add = addState(entries, selected, addition !== 'none');

  const addChosen = async () => {
    const properties = { transaction, documents: chosen.length };
    track({ event: 'ADD_TO_TRANSACTION_CLICKED', properties });
    props.onAddition('under_way');
    const documentIds = chosen.map((entry) => entry.uuid);
    const { answered } = await addDocumentsToTransaction(db, { transaction, documentIds }).finally(() =>
      // Also where it failed (docs/product/upload-queue.md, "Adding to the transaction"): it may be tried again.
      props.onAddition('done'),
    );
    if (chosen.length === entries.length) props.onClose();
    else drawer.current?.focus();
    // Offline that is much later: nothing else waits for it.
    if (await answered) track({ event: 'DOCUMENTS_ADDED', properties });
  };
  const bringAsVersion = (document: QueueEntry, item: ItemRow) => {
    const said = `“${document.name}” is the current version of “${item.name}”.`;
    act(
      `New version of “${item.name}”`,
      bringVersion(db, { transaction, document: document.uuid, item: item.uuid }),
      said,
    );
    if (entries.length === 1) props.onClose();
    else drawer.current?.focus();
  };
  /** The button that was pressed goes, or is shut: the focus must not go with it. */
  const remove = (gone: readonly QueueEntry[]) => {
    if (gone.length === 0) return;
    runCommand(removeFromQueue(db, { transaction, uuids: gone.map(({ uuid }) => uuid), together: true }));
    drawer.current?.focus();
  };
  const latestEntries = useLatest(entries);
  // The same for all rows, always: those of which nothing has changed are not rendered anew.
  const actions = useMemo(
    (): QueueRowActions => ({
      select: (uuid, on) => onSelect([uuid], on),
      rename: (uuid, name) => runCommand(editQueueFiles(db, { transaction, uuids: [uuid], name })),
      leave: (uuid, name, from) => {
        // Not where it is gone, or somebody else has renamed it meanwhile.
        const isAsItWas = latestEntries.current.some((entry) => entry.uuid === uuid && entry.name === from);
        if (isAsItWas) runCommand(editQueueFiles(db, { transaction, uuids: [uuid], name }));
      },
      chooseSigningType: (uuid, signingType) =>
        runCommand(editQueueFiles(db, { transaction, uuids: [uuid], signingType })),
      retry: (uuid) => askSync((sync) => sync.retryUpload(db.userId, uuid)),
      uploadTwin: (uuid) => runCommand(uploadDuplicate(db, uuid)),
      remove: (uuid) => {
        runCommand(removeFromQueue(db, { transaction, uuids: [uuid], together: false }));
        focusBeside(drawer.current, uuid);
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
        Select documents or drag and drop.
      </p>
    ) : (
      // One list: a row that fails goes to another place in it, with the focus and what is being typed in it.
      <ul key="rows" className={styles.lists} aria-label="Documents in the upload queue">
        {stuck.length > 0 && others.length > 0 ? (
          <li key="stuck" className={styles.stuck}>
            <h3>{counted(stuck.length, 'document needs', 'documents need')} your attention</h3>
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
        entries.length > FEW && styles.tall,
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
      {/* Of the low drawer little is left for rows on a narrow page: what stands above them comes below. */}
      <div className={styles.body}>{narrow && entries.length <= FEW ? [rows, state] : [state, rows]}</div>
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
            New version of…
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

/** A row goes: the focus goes on to the next one, or to the one before; to the drawer where it is the only one. */
function focusBeside(drawer: HTMLElement | null, uuid: string): void {
  const buttons = [...(drawer?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
  const at = buttons.findIndex((button) => button.dataset['remove'] === uuid);
  (buttons[at + 1] ?? buttons[at - 1] ?? drawer)?.focus();
}
