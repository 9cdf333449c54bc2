import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { ListedSignatory } from '../../../../db/queries/signing/signatories/signatories.ts';
import { createFormDrafts, useDraftState } from '../../../lib/form/form-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { partyNamed, type NamedParty } from '../find-party.ts';
import { TITLE_MAX } from '../limits.ts';
import { PartyField } from '../party-field.tsx';
import { ADD, CAPACITY } from '../signatories-copy.ts';
import { useContacts } from '../use-contacts.ts';
import styles from './relation-form.module.css';

interface Typed {
  name: string;
  title: string;
}

const EMPTY: Typed = { name: '', title: '' };

const drafts = createFormDrafts<Typed>();

interface RelationFormProps {
  /** The draft key of the typed text. */
  about: string;
  label: string;
  /** The label of the name field. */
  party: string;
  transaction: string;
  signatories: readonly ListedSignatory[];
  mustBeEntity?: boolean;
  /** Whether to leave out the title, which does not change. */
  withoutTitle?: boolean;
  confirm: string;
  /** Returns why the relation is not allowed, as a sentence, or null. */
  refusal: (party: NamedParty, title: string) => string | null;
  onDone: (party: NamedParty, title: string) => void;
  onCancel: () => void;
}

/** Asks who signs for an entity, or which entity someone signs for. */
export function RelationForm(props: RelationFormProps) {
  const { about, transaction, signatories, mustBeEntity = false, withoutTitle = false } = props;
  const known = { signatories, contacts: useContacts(transaction), mustBeEntity };
  const [typed, setTyped] = useDraftState(drafts, about, EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // In an effect, not on mount: a menu may have opened the form, and the page behind a menu is inert until it has closed.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const change = (edits: Partial<Typed>) => {
    setTyped({ ...typed, ...edits });
    setProblem(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.name.trim() === '') return;
    const party = partyNamed(known, typed.name);
    const title = typed.title.trim();
    const refused = props.refusal(party, title);
    setProblem(refused);
    if (refused !== null) return;
    setTyped(EMPTY);
    props.onDone(party, title);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape cancels from any of its fields
    <form
      ref={form}
      className={styles.form}
      aria-label={props.label}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onCancel();
      }}
    >
      <PartyField
        label={props.party}
        known={known}
        value={typed.name}
        problem={problem}
        onText={(name) => change({ name })}
      />
      {withoutTitle ? null : (
        <FormField
          label={CAPACITY.title}
          value={typed.title}
          maxLength={TITLE_MAX}
          placeholder={ADD.titleExample}
          autoComplete="off"
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" disabled={typed.name.trim() === ''}>
          {props.confirm}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          {CAPACITY.cancel}
        </Button>
      </div>
    </form>
  );
}
