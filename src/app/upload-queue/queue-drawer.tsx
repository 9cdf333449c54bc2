import { useEffect, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { PAGE_CONVERSION_MS } from '../../contract/rules/upload-status.ts';
import { addDocumentsToTransaction } from '../../db/commands/add-documents-to-transaction.ts';
import { editQueueFile } from '../../db/commands/edit-queue-file.ts';
import { removeFromQueue } from '../../db/commands/remove-from-queue.ts';
import { uploadDuplicate } from '../../db/commands/upload-duplicate.ts';
import { pageConversionMs } from '../../db/queries/page-conversion.ts';
import type { SyncSummary } from '../../db/queries/sync-status.ts';
import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import { track } from '../analytics.ts';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';
import { classNames } from '../parts/class-names.ts';
import { useMirror } from '../session/mirror-context.ts';
import { askSync } from '../sync-client.ts';
import { useCopying } from './copying.ts';
import { DmsButton } from './dms-button.tsx';
import { QueueHead } from './queue-head.tsx';
import { QueueRow } from './queue-row.tsx';
import { addState } from './queue-selection.ts';
import { QueueState } from './queue-state.tsx';
import { UploadButton } from './upload-button.tsx';
import type { Situation } from './upload-words.ts';
import styles from './queue-drawer.module.css';

/** Upload spec 4: the loading flag of an addition clears so long after its success, ms. */
const LOADING_CLEARS = 3000;
/** Upload spec 2: with more files than this the drawer is half as high as the window. */
const FEW = 2;

interface QueueDrawerProps {
  transaction: string;
  entries: readonly QueueEntry[];
  selected: ReadonlySet<string>;
  situation: Situation & { summary: SyncSummary };
  closing: boolean;
  onSelect: (selected: ReadonlySet<string>) => void;
  onClose: () => void;
}

export function QueueDrawer(props: QueueDrawerProps) {
  const { transaction, entries, selected, situation, onSelect } = props;
  const db = useMirror();
  const drawer = useRef<HTMLDivElement>(null);
  const perPage = useLiveQuery(() => pageConversionMs(db), [db]) ?? PAGE_CONVERSION_MS;
  const copying = useCopying();
  const [addition, setAddition] = useState<'none' | 'under_way' | 'done'>('none');
  const chosen = entries.filter((entry) => selected.has(entry.uuid));
  const add = addState(entries, selected, addition !== 'none');

  useEffect(() => {
    if (addition !== 'done') return undefined;
    const timer = setTimeout(() => setAddition('none'), LOADING_CLEARS);
    return () => clearTimeout(timer);
  }, [addition]);

  const addChosen = async () => {
    const properties = { transaction, documents: chosen.length };
    track({ event: 'ADD_TO_TRANSACTION_CLICKED', properties });
    setAddition('under_way');
    const documentIds = chosen.map((entry) => entry.uuid);
    const { answered } = await addDocumentsToTransaction(db, { transaction, documentIds }).finally(() =>
      // Also where it failed (upload spec 8): it may be tried again.
      setAddition('done'),
    );
    if (chosen.length === entries.length) props.onClose();
    else drawer.current?.focus();
    // Offline that is much later: nothing else waits for it.
    if (await answered) track({ event: 'DOCUMENTS_ADDED', properties });
  };
  /** The button that was pressed goes, or is shut: the focus must not go with it. */
  const remove = (gone: readonly QueueEntry[], together: boolean) => {
    if (gone.length === 0) return;
    carryOut(removeFromQueue(db, { transaction, uuids: gone.map(({ uuid }) => uuid), together }));
    drawer.current?.focus();
  };
  const removeRow = (entry: QueueEntry) => {
    const at = entries.indexOf(entry);
    const neighbour = entries[at + 1] ?? entries[at - 1];
    remove([entry], false);
    if (neighbour) drawer.current?.querySelector<HTMLElement>(`[data-remove="${neighbour.uuid}"]`)?.focus();
  };
  const toggle = (uuid: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(uuid);
    else next.delete(uuid);
    onSelect(next);
  };

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
        onChooseAll={(all) => onSelect(new Set(all ? entries.map((entry) => entry.uuid) : []))}
        onSigningType={(signingType) => {
          for (const { uuid } of chosen) carryOut(editQueueFile(db, { transaction, uuid, signingType }));
        }}
        onDeleteChosen={() => remove(chosen, true)}
        onClear={(asked) => remove(asked, true)}
      />
      <div className={styles.body}>
        {entries.length > 0 || copying > 0 || situation.paused ? (
          <QueueState entries={entries} situation={situation} onFocusLeft={() => drawer.current?.focus()} />
        ) : null}
        {entries.length === 0 ? (
          <p className={styles.empty}>Select documents or drag and drop.</p>
        ) : (
          <ul className={styles.list} aria-label="Documents in the upload queue">
            {entries.map((entry) => (
              <QueueRow
                key={entry.uuid}
                transaction={transaction}
                entry={entry}
                selected={selected.has(entry.uuid)}
                situation={situation}
                perPage={perPage}
                onSelect={(on) => toggle(entry.uuid, on)}
                onRename={(name) => carryOut(editQueueFile(db, { transaction, uuid: entry.uuid, name }))}
                onSigningType={(signingType) =>
                  carryOut(editQueueFile(db, { transaction, uuid: entry.uuid, signingType }))
                }
                onRetry={() => askSync((sync) => sync.retryUpload(entry.uuid))}
                onUploadTwin={() => carryOut(uploadDuplicate(db, entry.uuid))}
                onRemove={() => removeRow(entry)}
              />
            ))}
          </ul>
        )}
      </div>
      <div className={styles.foot}>
        <span className={styles.ways}>
          <UploadButton transaction={transaction} />
          <DmsButton transaction={transaction} />
        </span>
        <span className={styles.adding}>
          {add.hint ? <span className={styles.hint}>{add.hint}</span> : null}
          <Button look="primary" disabled={!add.enabled} onClick={() => carryOut(addChosen())}>
            {add.label}
          </Button>
        </span>
      </div>
    </div>
  );
}
