import { useState } from 'react';
import Trash2 from 'lucide-react/icons/trash-2';
import type { SigningType } from '../../contract/rules/documents/upload-checks.ts';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { clearQuestion } from './clear-question.ts';
import { SigningTypeChoice } from './signing-type-choice.tsx';
import { CLEAR_QUEUE, QUEUE } from './upload-queue-copy.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import styles from './queue-head.module.css';

const ConfirmDialog = lazyComponent(() =>
  import('../ui/overlay/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

interface QueueHeadProps {
  entries: readonly QueueEntry[];
  chosen: readonly QueueEntry[];
  onChooseAll: (all: boolean) => void;
  onSigningType: (signingType: SigningType) => void;
  onDeleteChosen: () => void;
  /** Receives the queue as it was when the user was asked. */
  onClear: (entries: readonly QueueEntry[]) => void;
}

/** The actions on several rows at once, and the button that clears the queue. */
export function QueueHead({ entries, chosen, ...on }: QueueHeadProps) {
  const [clearing, setClearing] = useState<readonly QueueEntry[] | null>(null);
  const common = chosen.every((entry) => entry.signingType === chosen[0]?.signingType)
    ? chosen[0]?.signingType
    : undefined;
  return (
    <div className={styles.head}>
      <CheckboxField
        className={styles.all}
        checked={entries.length > 0 && chosen.length === entries.length}
        indeterminate={chosen.length > 0 && chosen.length < entries.length}
        disabled={entries.length === 0}
        onChange={(event) => on.onChooseAll(event.currentTarget.checked)}
      >
        {QUEUE.selectAll}
      </CheckboxField>
      <span className={styles.bulk}>
        <SigningTypeChoice
          label={QUEUE.signingTypeOfSelected}
          value={common}
          disabled={chosen.length === 0}
          onChange={on.onSigningType}
        />
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden="true" />}
          disabled={chosen.length === 0}
          onClick={on.onDeleteChosen}
          aria-label={QUEUE.deleteSelected}
        >
          <span className={styles.deleteWords}>{QUEUE.deleteSelected}</span>
        </Button>
        <Button look="quiet" disabled={entries.length === 0} onClick={() => setClearing(entries)}>
          {QUEUE.clear}
        </Button>
      </span>
      {clearing ? (
        <ConfirmDialog
          title={CLEAR_QUEUE.title}
          confirm={CLEAR_QUEUE.confirm}
          onConfirm={() => on.onClear(clearing)}
          onClose={() => setClearing(null)}
        >
          {clearQuestion(clearing).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
