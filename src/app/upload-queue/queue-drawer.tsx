import { useEffect, useRef, useState } from 'react';
import Trash2 from 'lucide-react/icons/trash-2';
import { addDocumentsToTransaction } from '../../db/commands/add-documents-to-transaction.ts';
import { editQueueFile } from '../../db/commands/edit-queue-file.ts';
import { removeFromQueue } from '../../db/commands/remove-from-queue.ts';
import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';
import { classNames } from '../parts/class-names.ts';
import { useMirror } from '../session/mirror-context.ts';
import { askSync } from '../sync-client.ts';
import { QueueRow } from './queue-row.tsx';
import { addState } from './queue-selection.ts';
import { SigningTypeChoice } from './signing-type-choice.tsx';
import { UploadButton } from './upload-button.tsx';
import styles from './queue-drawer.module.css';

/** Upload spec 4: the loading flag of an addition clears after this, ms. */
const LOADING_CLEARS = 3000;
/** Upload spec 2: with more files than this the drawer is half as high as the window. */
const FEW = 2;

interface QueueDrawerProps {
  transaction: string;
  entries: readonly QueueEntry[];
  selected: ReadonlySet<string>;
  closing: boolean;
  /** Nothing goes to the server now. */
  offline: boolean;
  onSelect: (selected: ReadonlySet<string>) => void;
  onClose: () => void;
}

export function QueueDrawer(props: QueueDrawerProps) {
  const { transaction, entries, selected, onSelect } = props;
  const db = useMirror();
  const [loading, setLoading] = useState(false);
  const chosen = entries.filter((entry) => selected.has(entry.uuid));
  const add = addState(entries, selected, loading);

  useEffect(() => {
    if (!loading) return undefined;
    const timer = setTimeout(() => setLoading(false), LOADING_CLEARS);
    return () => clearTimeout(timer);
  }, [loading]);

  const addChosen = () => {
    if (!add.enabled) return;
    setLoading(true);
    if (chosen.length === entries.length) props.onClose();
    carryOut(addDocumentsToTransaction(db, { transaction, documentIds: chosen.map((entry) => entry.uuid) }));
  };
  const removeChosen = () => {
    carryOut(removeFromQueue(db, { transaction, uuids: chosen.map((entry) => entry.uuid) }));
  };
  const toggle = (uuid: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(uuid);
    else next.delete(uuid);
    onSelect(next);
  };
  const common = chosen.every((entry) => entry.signingType === chosen[0]?.signingType)
    ? chosen[0]?.signingType
    : undefined;

  return (
    <div
      id="upload-queue"
      className={classNames(
        styles.drawer,
        entries.length > FEW && styles.tall,
        props.closing && styles.closing,
      )}
    >
      <div className={styles.head}>
        <SelectAll
          chosen={chosen.length}
          total={entries.length}
          onChange={(all) => onSelect(new Set(all ? entries.map((entry) => entry.uuid) : []))}
        />
        <span className={styles.bulk}>
          <SigningTypeChoice
            label="Signing type of the selected documents"
            value={common}
            disabled={chosen.length === 0}
            onChange={(signingType) => {
              for (const { uuid } of chosen) carryOut(editQueueFile(db, { transaction, uuid, signingType }));
            }}
          />
          <Button
            look="quiet"
            icon={<Trash2 aria-hidden="true" />}
            disabled={chosen.length === 0}
            onClick={removeChosen}
            aria-label="Delete selected"
          >
            <span className={styles.deleteWords}>Delete selected</span>
          </Button>
        </span>
      </div>
      {entries.length === 0 ? (
        <p className={styles.empty}>Select documents or drag and drop.</p>
      ) : (
        <ul className={styles.list} aria-label="Documents in the upload queue">
          {entries.map((entry) => (
            <QueueRow
              key={entry.uuid}
              entry={entry}
              selected={selected.has(entry.uuid)}
              offline={props.offline}
              onSelect={(on) => toggle(entry.uuid, on)}
              onRename={(name) => carryOut(editQueueFile(db, { transaction, uuid: entry.uuid, name }))}
              onSigningType={(signingType) =>
                carryOut(editQueueFile(db, { transaction, uuid: entry.uuid, signingType }))
              }
              onRetry={() => askSync((sync) => sync.retryUpload(entry.uuid))}
              onRemove={() => carryOut(removeFromQueue(db, { transaction, uuids: [entry.uuid] }))}
            />
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <UploadButton transaction={transaction} />
        <span className={styles.adding}>
          {add.hint ? <span className={styles.hint}>{add.hint}</span> : null}
          <Button look="primary" disabled={!add.enabled} onClick={addChosen}>
            {add.label}
          </Button>
        </span>
      </div>
    </div>
  );
}

function SelectAll({
  chosen,
  total,
  onChange,
}: {
  chosen: number;
  total: number;
  onChange: (all: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const some = chosen > 0 && chosen < total;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <label className={styles.all}>
      <input
        ref={box}
        type="checkbox"
        checked={total > 0 && chosen === total}
        disabled={total === 0}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      Select all
    </label>
  );
}
