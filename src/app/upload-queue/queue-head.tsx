import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import Trash2 from 'lucide-react/icons/trash-2';
import type { SigningType } from '../../contract/rules/upload-checks.ts';
import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import { Button } from '../ui/button.tsx';
import { clearQuestion } from './clear-question.ts';
import { SigningTypeChoice } from './signing-type-choice.tsx';
import styles from './queue-head.module.css';

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface QueueHeadProps {
  entries: readonly QueueEntry[];
  chosen: readonly QueueEntry[];
  onChooseAll: (all: boolean) => void;
  onSigningType: (signingType: SigningType) => void;
  onDeleteChosen: () => void;
  /** The queue as it was when the person was asked. */
  onClear: (entries: readonly QueueEntry[]) => void;
}

/** What is done to several rows at once (upload spec 2 "Header"), and 'Clear' (4 "Other"). */
export function QueueHead({ entries, chosen, ...on }: QueueHeadProps) {
  const [clearing, setClearing] = useState<readonly QueueEntry[] | null>(null);
  const common = chosen.every((entry) => entry.signingType === chosen[0]?.signingType)
    ? chosen[0]?.signingType
    : undefined;
  return (
    <div className={styles.head}>
      <SelectAll chosen={chosen.length} total={entries.length} onChange={on.onChooseAll} />
      <span className={styles.bulk}>
        <SigningTypeChoice
          label="Signing type of the selected documents"
          value={common}
          disabled={chosen.length === 0}
          onChange={on.onSigningType}
        />
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          disabled={chosen.length === 0}
          onClick={on.onDeleteChosen}
          aria-label="Delete selected"
        >
          <span className={styles.deleteWords}>Delete selected</span>
        </Button>
        <Button look="quiet" disabled={entries.length === 0} onClick={() => setClearing(entries)}>
          Clear
        </Button>
      </span>
      <Suspense>
        {clearing ? (
          <ConfirmDialog
            title="Clear the upload queue?"
            confirm="Clear"
            onConfirm={() => on.onClear(clearing)}
            onClose={() => setClearing(null)}
          >
            {clearQuestion(clearing).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </ConfirmDialog>
        ) : null}
      </Suspense>
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
