import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { createTransaction } from '../../db/commands/create-transaction.ts';
import { updateTransaction } from '../../db/commands/update-transaction.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';
import { focusOnMount } from '../parts/focus-on-mount.ts';
import { ModalDialog } from '../parts/modal-dialog.tsx';
import { newUuid } from '../../db/uuid.ts';
import { useMirror } from '../session/mirror-context.ts';
import styles from './transaction-dialog.module.css';

const NAME_MAX = 350;
const NUMBER_MAX = 100;

interface TransactionDialogProps {
  /** The deal to edit; without one a deal is created and opened. */
  deal?: TransactionRow;
  onClose: () => void;
  onDelete?: () => void;
}

export function TransactionDialog({ deal, onClose, onDelete }: TransactionDialogProps) {
  const db = useMirror();
  const navigate = useNavigate();
  const [nameMissing, setNameMissing] = useState(false);

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const details = readDetails(new FormData(form));
    if (details.name === '') {
      setNameMissing(true);
      form.querySelector<HTMLInputElement>('[name=name]')?.focus();
      return;
    }
    if (deal) {
      const edits = changedDetails(deal, details);
      if (Object.keys(edits).length > 0) await updateTransaction(db, { uuid: deal.uuid, edits });
      onClose();
      return;
    }
    const uuid = newUuid();
    await createTransaction(db, { uuid, ...details });
    onClose();
    await navigate(`/transaction/${uuid}/checklist`);
  };

  return (
    <ModalDialog
      title={deal ? 'Transaction details' : 'New transaction'}
      onClose={onClose}
      footer={
        <>
          {onDelete ? (
            <Button look="quiet" className={styles.delete} onClick={onDelete}>
              Delete transaction…
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="transaction-details" look="primary">
            {deal ? 'Save' : 'Create transaction'}
          </Button>
        </>
      }
    >
      <form
        id="transaction-details"
        className={styles.form}
        onSubmit={(event) => carryOut(save(event))}
        noValidate
      >
        <label className={styles.field}>
          Name
          <input
            name="name"
            defaultValue={deal?.name}
            maxLength={NAME_MAX}
            required
            ref={focusOnMount}
            autoComplete="off"
            aria-invalid={nameMissing || undefined}
            aria-describedby={nameMissing ? 'name-missing' : undefined}
            onChange={() => setNameMissing(false)}
            placeholder="Acquisition of Alpine Instruments AG"
          />
          {nameMissing ? (
            <span id="name-missing" className={styles.error} role="alert">
              The transaction needs a name.
            </span>
          ) : null}
        </label>
        <label className={styles.field}>
          Client
          <input name="clientName" defaultValue={deal?.clientName} maxLength={NAME_MAX} autoComplete="off" />
        </label>
        <div className={styles.pair}>
          <label className={styles.field}>
            Matter number
            <input
              name="matterNumber"
              defaultValue={deal?.matterNumber}
              maxLength={NUMBER_MAX}
              autoComplete="off"
            />
          </label>
          <label className={styles.field}>
            Closing date
            <input name="closingDate" type="date" defaultValue={deal?.closingDate ?? ''} />
          </label>
        </div>
      </form>
    </ModalDialog>
  );
}

interface Details {
  name: string;
  clientName: string;
  matterNumber: string;
  closingDate: string | null;
}

function readDetails(fields: FormData): Details {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    name: text('name'),
    clientName: text('clientName'),
    matterNumber: text('matterNumber'),
    closingDate: text('closingDate') || null,
  };
}

/** Only what differs: an edit touches the fields that the person changed, and no others. */
function changedDetails(deal: TransactionRow, details: Details): Partial<Details> {
  return {
    ...(details.name === deal.name ? {} : { name: details.name }),
    ...(details.clientName === deal.clientName ? {} : { clientName: details.clientName }),
    ...(details.matterNumber === deal.matterNumber ? {} : { matterNumber: details.matterNumber }),
    ...(details.closingDate === deal.closingDate ? {} : { closingDate: details.closingDate }),
  };
}
