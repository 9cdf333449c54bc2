import { useId } from 'react';
import { FormField } from '../../ui/form/form-field.tsx';
import { isSharedName, newParty, partiesNamed, suggestedParties, type Known } from './find-party.ts';
import { NAME_MAX } from './limits.ts';
import { PARTY } from './signatories-copy.ts';
import styles from './party-field.module.css';

interface PartyFieldProps {
  label: string;
  /** The signatories and contacts to choose from. */
  known: Known;
  value: string;
  problem?: string | null;
  onText: (text: string) => void;
}

/** A field for a person or an entity. It suggests the deal's signatories and contacts, and says whether the name is new. */
export function PartyField(props: PartyFieldProps) {
  const { label, known, value, problem = null, onText } = props;
  const listId = useId();
  const hint = hintFor(known, value);
  return (
    <div className={styles.party}>
      <FormField
        label={label}
        value={value}
        list={listId}
        maxLength={NAME_MAX}
        autoComplete="off"
        problem={problem}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {suggestedParties(known, value).map(({ name, email }) => (
          <option key={`${name} ${email}`} value={name}>
            {email}
          </option>
        ))}
      </datalist>
      {hint === '' || problem !== null ? null : <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

function hintFor(known: Known, name: string): string {
  if (name.trim() === '') return '';
  const found = partiesNamed(known.signatories, name);
  if (found.length > 1) return PARTY.several(name.trim());
  if (found.length === 1) return PARTY.existing;
  if (isSharedName(known, name)) return PARTY.severalContacts;
  const { isOrg, email = '' } = newParty(known, name);
  return isOrg ? PARTY.newEntity(email) : PARTY.newPerson(email);
}
