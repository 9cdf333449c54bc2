import { useId, useState, type FormEvent } from 'react';
import type { ReleaseContent } from '../../db/commands/closing/release-calls.ts';
import type { ClosingBoard, CoveredDocument, ReleaseRow } from '../../db/queries/closing/closing-board.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { isoDay } from '../lib/format/dates.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { FormField, TextAreaField } from '../ui/form/form-field.tsx';
import { Select, SelectField } from '../ui/form/select.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { Callout } from '../ui/status/callout.tsx';
import { CLOSING, PREPARE } from './closing-copy.ts';
import styles from './closing.module.css';

interface PrepareDialogProps {
  /** The documents that it can cover, in the order of the checklist. */
  documents: readonly CoveredDocument[];
  parties: ClosingBoard['parties'];
  /** The release that is edited; null for a new one. */
  edited: ReleaseRow | null;
  /** The documents that a new release covers at first. */
  suggested: readonly string[];
  /** Saves the release. Returns whether that worked. */
  onSave: (content: ReleaseContent) => Promise<boolean>;
  /** Why saving failed. */
  problem: string | null;
  isBusy: boolean;
  onClose: () => void;
}

/** Asks what a release covers, its conditions, and its effective date. */
export function PrepareDialog({
  documents,
  parties,
  edited,
  suggested,
  onSave,
  problem,
  isBusy,
  onClose,
}: PrepareDialogProps) {
  const form = useId();
  const [kind, setKind] = useState<'items' | 'party'>(
    edited && edited.assignments.length > 0 ? 'party' : 'items',
  );
  const [items, setItems] = useState<ReadonlySet<string>>(new Set(edited ? edited.items : suggested));
  const [party, setParty] = useState(() => partyOf(parties, edited));
  const [name, setName] = useState(edited?.name ?? '');
  const [date, setDate] = useState(edited ? (edited.effectiveDate ?? '') : isoDay());
  const [conditions, setConditions] = useState(
    () => edited?.conditions.map(({ text }) => text).join('\n') ?? '',
  );
  const chosen = documents.filter(({ item }) => items.has(item)).map(({ item }) => item);
  const theirs = parties.find(({ signatory }) => signatory === party)?.assignments ?? [];
  const isReady = kind === 'items' ? chosen.length > 0 : theirs.length > 0;
  // The dialog stays open, with what was typed, until the release is saved.
  const save = async (content: ReleaseContent) => {
    if (await onSave(content)) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    runCommand(
      save({
        name: name.trim(),
        items: kind === 'items' ? chosen : [],
        assignments: kind === 'party' ? theirs : [],
        effectiveDate: date === '' ? null : date,
        conditions: conditionsIn(conditions, edited),
      }),
    );
  };
  const toggle = (item: string, isChosen: boolean) =>
    setItems((before) => new Set(isChosen ? [...before, item] : [...before].filter((each) => each !== item)));
  return (
    <ModalDialog
      wide
      title={edited ? PREPARE.editTitle : PREPARE.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{PREPARE.cancel}</Button>
          <Button type="submit" form={form} look="primary" disabled={!isReady || isBusy}>
            {edited ? PREPARE.save : PREPARE.title}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <p>{edited ? PREPARE.editLead : PREPARE.lead}</p>
        {problem === null ? null : (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <SelectField
          label={PREPARE.what}
          options={[
            ['items', PREPARE.byDocument],
            ['party', PREPARE.byParty],
          ]}
          value={kind}
          onChoose={setKind}
        />
        {kind === 'items' ? (
          <fieldset className={styles.choices}>
            <legend>{PREPARE.documents}</legend>
            <CheckboxField
              checked={chosen.length === documents.length}
              indeterminate={chosen.length > 0 && chosen.length < documents.length}
              onChange={(event) =>
                setItems(new Set(event.currentTarget.checked ? documents.map(({ item }) => item) : []))
              }
            >
              {PREPARE.all}
            </CheckboxField>
            {documents.map(({ item, name: document, held, signatures }) => (
              <CheckboxField
                key={item}
                checked={items.has(item)}
                onChange={(event) => toggle(item, event.currentTarget.checked)}
              >
                {document} <span className={styles.facts}>{CLOSING.documentHeld(held, signatures)}</span>
              </CheckboxField>
            ))}
          </fieldset>
        ) : (
          <Select
            label={PREPARE.party}
            placeholder={PREPARE.choose}
            options={parties.map(({ signatory, name: each }) => [signatory, each] as const)}
            value={party}
            onChoose={setParty}
          />
        )}
        <FormField
          label={PREPARE.date}
          type="date"
          value={date}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        {date === '' || date === isoDay() ? null : <p className={styles.warning}>{PREPARE.otherDate}</p>}
        <TextAreaField
          label={PREPARE.conditions}
          value={conditions}
          onChange={(event) => setConditions(event.currentTarget.value)}
        />
        <FormField
          label={PREPARE.name}
          value={name}
          maxLength={350}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </ModalDialog>
  );
}

/** The signatory whose pages a release covers. */
function partyOf(parties: ClosingBoard['parties'], edited: ReleaseRow | null): string | null {
  const covered = new Set(edited?.assignments);
  return parties.find(({ assignments }) => assignments.some((each) => covered.has(each)))?.signatory ?? null;
}

/** One condition per line. A line that stays the same is the same condition. */
function conditionsIn(text: string, edited: ReleaseRow | null): ReleaseContent['conditions'] {
  const known = [...(edited?.conditions ?? [])];
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line) => {
    if (line === '') return [];
    const at = known.findIndex((each) => each.text === line);
    const [same] = at === -1 ? [] : known.splice(at, 1);
    return [{ text: line, ...(same && { uuid: same.uuid }) }];
  });
}
