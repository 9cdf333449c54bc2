import { useId } from 'react';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { FormField } from '../../ui/form/form-field.tsx';
import { isNewEntity, partiesNamed, suggestedNames } from './find-party.ts';
import { NAME_MAX } from './limits.ts';
import { PARTY } from './signatories-copy.ts';
import styles from './party-field.module.css';

interface PartyFieldProps {
  label: string;
  /** The signatories that can be chosen. */
  signatories: readonly ListedSignatory[];
  mustBeEntity?: boolean;
  value: string;
  problem?: string | null;
  onText: (text: string) => void;
}

/** A field for a person or an entity: it suggests the deal's signatories, and says whether the name is new. */
export function PartyField(props: PartyFieldProps) {
  const { label, signatories, mustBeEntity = false, value, problem = null, onText } = props;
  const listId = useId();
  const hint = hintFor(signatories, value, mustBeEntity);
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
        {suggestedNames(signatories, value, mustBeEntity).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      {hint === '' || problem !== null ? null : <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

function hintFor(signatories: readonly ListedSignatory[], name: string, mustBeEntity: boolean): string {
  if (name.trim() === '') return '';
  const found = partiesNamed(signatories, name);
  if (found.length > 1) return PARTY.several(name.trim());
  if (found.length === 1) return PARTY.existing;
  return isNewEntity(name, mustBeEntity) ? PARTY.newEntity : PARTY.newPerson;
}
