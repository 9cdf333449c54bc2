import { useState } from 'react';
import { cleanEmail, emailProblem } from '../../../contract/rules/signing/signatories/email-address.ts';
import { refuseRelation } from '../../../contract/rules/signing/signatories/capacity.ts';
import type { NewParty, NewRelation } from '../../../db/commands/signing/signatories/add-signatories.ts';
import type { DealSignatories } from '../../../db/queries/signing/signatories/signatories.ts';
import { newUuid } from '../../../db/uuid.ts';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { isEntityName } from '../add-many/entity-name.ts';
import { contactNamed, partiesNamed, partyNamed, suggestedContacts } from './find-party.ts';
import { EMAIL_MAX, NAME_MAX, TEXT_MAX, TITLE_MAX } from './limits.ts';
import { PartyField } from './party-field.tsx';
import { ADD } from './signatories-copy.ts';
import { useContacts } from './use-contacts.ts';
import styles from './add-signatory-dialog.module.css';

interface Typed {
  /** Null = decided by the name. */
  kind: 'person' | 'entity' | null;
  name: string;
  email: string;
  description: string;
  through: string;
  title: string;
}

const EMPTY: Typed = { kind: null, name: '', email: '', description: '', through: '', title: '' };

const drafts = createFormDrafts<Typed>();

interface AddSignatoryDialogProps {
  transaction: string;
  deal: DealSignatories;
  onAdd: (parties: readonly NewParty[], relations: readonly NewRelation[]) => void;
  onClose: () => void;
}

/** Adds a person, or an entity together with its representative. */
export function AddSignatoryDialog({ transaction, deal, onAdd, onClose }: AddSignatoryDialogProps) {
  const { signatories, capacities } = deal;
  const [typed, setTyped] = useDraftState(drafts, `${transaction}/new-signatory`, EMPTY);
  const contacts = useContacts(transaction);
  const known = { signatories, contacts };
  const [problems, setProblems] = useState<{ email?: string | null; through?: string | null }>({});
  const change = (edits: Partial<Typed>) => {
    setTyped({ ...typed, ...edits });
    setProblems({});
  };
  const isOrg = typed.kind === null ? isEntityName(typed.name) : typed.kind === 'entity';
  const fullName = typed.name.trim();
  const email = cleanEmail(typed.email);
  const submit = () => {
    if (fullName === '') return;
    const emailWrong = email === '' ? null : emailProblem(email);
    const party: NewParty = {
      uuid: newUuid(),
      fullName,
      isOrg,
      email,
      entityDescription: isOrg ? typed.description.trim() : '',
    };
    const through = isOrg && typed.through.trim() !== '' ? partyNamed(known, typed.through) : null;
    const relation = through && {
      uuid: newUuid(),
      entity: party.uuid,
      signatory: through.uuid,
      title: typed.title.trim(),
    };
    const refused = relation && refuseRelation(capacities, relation);
    setProblems({ email: emailWrong, through: refused?.message ?? null });
    if (emailWrong !== null || refused) return;
    setTyped(EMPTY);
    onAdd(through?.added ? [party, through.added] : [party], relation ? [relation] : []);
  };
  /** Chooses a suggested name, and fills in what is known about it. */
  const nameBy = (name: string) => {
    const contact = contactNamed(contacts, name);
    change({
      name,
      ...(contact && typed.email === '' && { email: contact.email }),
      ...(contact && typed.kind === null && { kind: contact.isOrg ? 'entity' : 'person' }),
      ...(contact && typed.description === '' && { description: contact.description }),
    });
  };
  const isDouble = fullName !== '' && partiesNamed(signatories, fullName).length > 0;
  return (
    <ModalDialog
      title={ADD.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ADD.cancel}</Button>
          <Button look="primary" type="submit" form={FORM_ID} disabled={fullName === ''}>
            {ADD.confirm}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FormField
          label={ADD.name}
          ref={focusOnMount}
          list={`${FORM_ID}/names`}
          value={typed.name}
          maxLength={NAME_MAX}
          autoComplete="off"
          placeholder={ADD.nameExample}
          onChange={(event) => nameBy(event.currentTarget.value)}
        />
        <datalist id={`${FORM_ID}/names`}>
          {suggestedContacts(contacts, typed.name).map(({ name, email: address }) => (
            <option key={`${name} ${address}`} value={name}>
              {address}
            </option>
          ))}
        </datalist>
        <fieldset className={styles.kinds}>
          <legend className={styles.legend}>{ADD.kind}</legend>
          {(['person', 'entity'] as const).map((kind) => (
            <label key={kind} className={styles.kind}>
              <input
                type="radio"
                name="kind"
                checked={isOrg === (kind === 'entity')}
                onChange={() => change({ kind })}
              />
              {ADD.kinds[kind]}
            </label>
          ))}
        </fieldset>
        {isOrg ? (
          <>
            <FormField
              label={ADD.description}
              value={typed.description}
              maxLength={TEXT_MAX}
              autoComplete="off"
              placeholder={ADD.descriptionExample}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
            <fieldset className={styles.through}>
              <legend className={styles.legend}>{ADD.through}</legend>
              <PartyField
                label={ADD.representative}
                known={known}
                value={typed.through}
                problem={problems.through ?? null}
                onText={(through) => change({ through })}
              />
              <FormField
                label={ADD.titleField}
                value={typed.title}
                maxLength={TITLE_MAX}
                autoComplete="off"
                placeholder={ADD.titleExample}
                onChange={(event) => change({ title: event.currentTarget.value })}
              />
            </fieldset>
          </>
        ) : null}
        <FormField
          label={isOrg ? ADD.entityEmail : ADD.email}
          value={typed.email}
          maxLength={EMAIL_MAX}
          inputMode="email"
          autoComplete="off"
          problem={problems.email ?? null}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        {isDouble ? (
          <Callout role="status" tone="warning">
            {ADD.alreadyHere(fullName)}
          </Callout>
        ) : null}
      </form>
    </ModalDialog>
  );
}

const FORM_ID = 'new-signatory';
