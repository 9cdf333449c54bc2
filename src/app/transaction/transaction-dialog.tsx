import { isSameNumbering, numberingOf, type BinderFormat } from '../../contract/rules/checklist/numbering.ts';
import {
  ESIGNING_SERVICES,
  type EsigningService,
} from '../../contract/rules/transactions/esigning-services.ts';
import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { createTransaction } from '../../db/commands/transactions/create-transaction.ts';
import { updateTransaction } from '../../db/commands/transactions/update-transaction.ts';
import type { TransactionRow } from '../../db/rows.ts';
import { Button } from '../ui/button.tsx';
import { createFormDrafts, useDraftState } from '../lib/form/form-drafts.ts';
import { useFormDraft } from '../lib/form/use-form-draft.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { focusOnMount } from '../ui/form/focus-on-mount.ts';
import { FormField, TextAreaField } from '../ui/form/form-field.tsx';
import { SelectField } from '../ui/form/select.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { newUuid } from '../../db/uuid.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useCurrentUser } from '../lib/account/use-current-user.ts';
import { serviceInWords } from './esigning-words.ts';
import { NumberingFields } from './numbering-fields.tsx';
import type { CarryOutAct } from '../undo/history-context.ts';
import { trackCreated } from './track-created.ts';
import { TRANSACTION } from './transaction-copy.ts';
import styles from './transaction-dialog.module.css';

const NAME_MAX = 350;
const NUMBER_MAX = 100;
const TEXT_MAX = 10_000;

const numberings = createFormDrafts<BinderFormat>();
const services = createFormDrafts<EsigningService>();

interface TransactionDialogProps {
  /** The deal to edit. Without one, the dialog creates a deal and opens it. */
  deal?: TransactionRow;
  /** Runs the change as an undoable act, on screens with an undo history. */
  act?: CarryOutAct;
  onClose: () => void;
  onDelete?: () => void;
}

export function TransactionDialog({ deal, act, onClose, onDelete }: TransactionDialogProps) {
  const db = useMirror();
  const navigate = useNavigate();
  const [nameMissing, setNameMissing] = useState(false);
  const deedsHint = useId();
  // The initial values of the fields. Changes that others make in the meantime are not this user's edits.
  const [initial] = useState(deal);
  const mayEdit = deal?.access !== 'view';
  const draftKey = `transaction/${deal?.uuid ?? 'new'}`;
  const form = useFormDraft(draftKey);

  const offered = useCurrentUser()?.esigningServices ?? ['counterpart'];
  const [service, setService] = useDraftState(services, draftKey, deal?.esigningService ?? 'counterpart');
  // A transaction keeps a service that the server no longer offers until someone chooses another one.
  const choices = deal
    ? ESIGNING_SERVICES.filter((each) => offered.includes(each) || each === deal.esigningService)
    : [];
  const [numbering, setNumbering] = useDraftState(numberings, draftKey, numberingOf(deal ?? null));

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
      const edits = changedDetails(initial ?? deal, {
        ...details,
        binderFormatStructure: numbering,
        isDeedTransaction: new FormData(form).has('isDeedTransaction'),
        esigningService: service,
      });
      if (Object.keys(edits).length > 0) {
        const saving = updateTransaction(db, { uuid: deal.uuid, edits });
        if (act) act(TRANSACTION.changeDetails(deal.name), saving);
        else await saving;
      }
      onClose();
      return;
    }
    const uuid = newUuid();
    await createTransaction(db, { uuid, ...details });
    trackCreated(uuid, details.name);
    onClose();
    await navigate(`/transaction/${uuid}/checklist`);
  };

  return (
    <ModalDialog
      title={deal ? TRANSACTION.detailsTitle : TRANSACTION.newTitle}
      onClose={onClose}
      footer={
        <>
          {onDelete && mayEdit ? (
            <Button look="quiet" className={styles.delete} onClick={onDelete}>
              {TRANSACTION.delete}
            </Button>
          ) : null}
          <Button onClick={onClose}>{mayEdit ? TRANSACTION.cancel : TRANSACTION.close}</Button>
          {mayEdit ? (
            <Button type="submit" form="transaction-details" look="primary">
              {deal ? TRANSACTION.save : TRANSACTION.create}
            </Button>
          ) : null}
        </>
      }
    >
      <form
        ref={form}
        id="transaction-details"
        className={styles.form}
        onSubmit={(event) => runCommand(save(event))}
        noValidate
      >
        <fieldset disabled={!mayEdit} className={styles.fields}>
          <FormField
            label={TRANSACTION.name}
            name="name"
            defaultValue={deal?.name}
            maxLength={NAME_MAX}
            required
            ref={focusOnMount}
            autoComplete="off"
            problem={nameMissing ? TRANSACTION.nameMissing : null}
            onChange={() => setNameMissing(false)}
            placeholder={TRANSACTION.nameExample}
          />
          <div className={styles.pair}>
            <FormField
              label={TRANSACTION.client}
              name="clientName"
              defaultValue={deal?.clientName}
              maxLength={NAME_MAX}
              autoComplete="off"
            />
            <FormField
              label={TRANSACTION.clientNumber}
              name="clientNumber"
              defaultValue={deal?.clientNumber}
              maxLength={NUMBER_MAX}
              autoComplete="off"
            />
          </div>
          <div className={styles.pair}>
            <FormField
              label={TRANSACTION.matterNumber}
              name="matterNumber"
              defaultValue={deal?.matterNumber}
              maxLength={NUMBER_MAX}
              autoComplete="off"
            />
            <FormField
              label={TRANSACTION.closingDate}
              name="closingDate"
              type="date"
              defaultValue={deal?.closingDate ?? ''}
            />
          </div>
          <TextAreaField
            label={TRANSACTION.description}
            name="description"
            defaultValue={deal?.description}
            maxLength={TEXT_MAX}
          />
          {choices.length > 1 ? (
            <div className={styles.choice}>
              <SelectField
                label={TRANSACTION.service}
                options={choices.map((each) => [each, serviceInWords(each)] as const)}
                value={service}
                onChoose={setService}
              />
              <p className={styles.facts}>{TRANSACTION.serviceHint}</p>
            </div>
          ) : null}
          {deal ? (
            <>
              <div>
                <CheckboxField
                  name="isDeedTransaction"
                  defaultChecked={deal.isDeedTransaction}
                  aria-describedby={deedsHint}
                >
                  {TRANSACTION.areDeeds}
                </CheckboxField>
                <p id={deedsHint} className={styles.facts}>
                  {TRANSACTION.deedsHint}
                </p>
              </div>
              <details className={styles.more}>
                <summary>{TRANSACTION.numbering}</summary>
                <p className={styles.facts}>{TRANSACTION.numberingHint}</p>
                <NumberingFields format={numbering} onChange={setNumbering} />
              </details>
              <p className={styles.facts}>
                {TRANSACTION.createdBy} <bdi>{deal.createdBy.name}</bdi>,{' '}
                <time dateTime={deal.createdAt}>{formatDateTime(deal.createdAt)}</time>
              </p>
            </>
          ) : null}
        </fieldset>
      </form>
    </ModalDialog>
  );
}

interface Details {
  name: string;
  description: string;
  clientName: string;
  clientNumber: string;
  matterNumber: string;
  closingDate: string | null;
}

/** The fields that can be changed only once the deal exists. */
interface LaterDetails {
  binderFormatStructure: BinderFormat;
  esigningService: EsigningService;
  isDeedTransaction: boolean;
}

function readDetails(fields: FormData): Details {
  return {
    name: textOf(fields, 'name'),
    description: textOf(fields, 'description'),
    clientName: textOf(fields, 'clientName'),
    clientNumber: textOf(fields, 'clientNumber'),
    matterNumber: textOf(fields, 'matterNumber'),
    closingDate: textOf(fields, 'closingDate') || null,
  };
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  // Form data has different line endings than the field.
  return typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : '';
}

/** Returns only the fields that the user changed. */
function changedDetails(
  deal: TransactionRow,
  details: Details & LaterDetails,
): Partial<Details & LaterDetails> {
  return {
    ...(details.name === deal.name ? {} : { name: details.name }),
    ...(details.description === deal.description ? {} : { description: details.description }),
    ...(details.clientName === deal.clientName ? {} : { clientName: details.clientName }),
    ...(details.clientNumber === deal.clientNumber ? {} : { clientNumber: details.clientNumber }),
    ...(details.matterNumber === deal.matterNumber ? {} : { matterNumber: details.matterNumber }),
    ...(details.closingDate === deal.closingDate ? {} : { closingDate: details.closingDate }),
    ...(details.isDeedTransaction === deal.isDeedTransaction
      ? {}
      : { isDeedTransaction: details.isDeedTransaction }),
    ...(details.esigningService === deal.esigningService ? {} : { esigningService: details.esigningService }),
    ...(isSameNumbering(details.binderFormatStructure, numberingOf(deal))
      ? {}
      : { binderFormatStructure: details.binderFormatStructure }),
  };
}
