import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { createTransaction } from '../../db/commands/create-transaction.ts';
import { updateTransaction } from '../../db/commands/update-transaction.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';
import { focusOnMount } from '../parts/focus-on-mount.ts';
import { FormField } from '../parts/form-field.tsx';
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
        <FormField
          label="Name"
          name="name"
          defaultValue={deal?.name}
          maxLength={NAME_MAX}
          required
          ref={focusOnMount}
          autoComplete="off"
          problem={nameMissing ? 'The transaction needs a name.' : null}
          onChange={() => setNameMissing(false)}
          placeholder="Acquisition of Alpine Instruments AG"
        />
        <FormField
          label="Client"
          name="clientName"
          defaultValue={deal?.clientName}
          maxLength={NAME_MAX}
          autoComplete="off"
        />
        <div className={styles.pair}>
          <FormField
            label="Matter number"
            name="matterNumber"
            defaultValue={deal?.matterNumber}
            maxLength={NUMBER_MAX}
            autoComplete="off"
          />
          <FormField
            label="Closing date"
            name="closingDate"
            type="date"
            defaultValue={deal?.closingDate ?? ''}
          />
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
