import { useState, type FormEvent, type ReactNode } from 'react';
import { updateDynamicAssignment } from '../../../db/commands/signing/assignments/dynamic-assignments.ts';
import type { CollectionRow } from '../../../db/rows.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { FormField, TextAreaField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { ACTS, OPTIONS } from './documents-copy.ts';
import styles from './signature-options-dialog.module.css';
import { updateRow } from '../../../db/commands/collections/standard-commands.ts';

/** The maximum lengths that the server accepts (src/contract/entities/signing/assignment.ts, which the page does not load). */
const CAPTION_MAX = 350;
const TEXT_MAX = 2000;

/** The signature to edit, or the common settings of a group's members. */
export type EditedSignature =
  | { kind: 'assignment'; row: CollectionRow<'assignments'>; name: string }
  | { kind: 'group'; row: CollectionRow<'dynamicAssignments'>; name: string };

interface SignatureOptionsDialogProps {
  /** The document's name. */
  document: string;
  edited: EditedSignature;
  onClose: () => void;
}

/** Edits the caption and the other requirements of a signature, or the caption of a group. */
export function SignatureOptionsDialog({ document, edited, onClose }: SignatureOptionsDialogProps) {
  return edited.kind === 'group' ? (
    <GroupCaption document={document} edited={edited} onClose={onClose} />
  ) : (
    <Signature document={document} edited={edited} onClose={onClose} />
  );
}

interface EditorProps<Kind extends EditedSignature['kind']> {
  document: string;
  edited: Extract<EditedSignature, { kind: Kind }>;
  onClose: () => void;
}

function Signature({ document, edited: { row, name }, onClose }: EditorProps<'assignment'>) {
  const db = useMirror();
  const act = useCarryOutAct();
  const { transaction, uuid } = row;
  const [caption, setCaption] = useState(row.header ?? '');
  const [customText, setCustomText] = useState(row.customText);
  const [requiresNotary, setNotary] = useState(row.requiresNotary);
  const [requiresWitness, setWitness] = useState(row.requiresWitness);
  const save = () => {
    const header = captionOf(caption);
    const edits = {
      ...(header !== row.header && { header }),
      ...(customText.trim() !== row.customText && { customText: customText.trim() }),
      ...(requiresNotary !== row.requiresNotary && { requiresNotary }),
      ...(requiresWitness !== row.requiresWitness && { requiresWitness }),
    };
    if (Object.keys(edits).length > 0)
      act(ACTS.change(document, name), updateRow(db, 'assignments', { transaction, uuid, edits }));
  };
  return (
    <OptionsForm title={OPTIONS.title(name)} onSave={save} onClose={onClose}>
      <CaptionField value={caption} hint={OPTIONS.captionHint} onText={setCaption} />
      <TextAreaField
        label={OPTIONS.customText}
        value={customText}
        maxLength={TEXT_MAX}
        onChange={(event) => setCustomText(event.currentTarget.value)}
      />
      <CheckboxField checked={requiresNotary} onChange={(event) => setNotary(event.currentTarget.checked)}>
        {OPTIONS.notary}
      </CheckboxField>
      <CheckboxField checked={requiresWitness} onChange={(event) => setWitness(event.currentTarget.checked)}>
        {OPTIONS.witness}
      </CheckboxField>
    </OptionsForm>
  );
}

function GroupCaption({ document, edited: { row, name }, onClose }: EditorProps<'group'>) {
  const db = useMirror();
  const act = useCarryOutAct();
  const { transaction, uuid } = row;
  const [caption, setCaption] = useState(row.header ?? '');
  const [hasNone, setHasNone] = useState(row.header === '');
  const save = () => {
    const header = hasNone ? '' : captionOf(caption);
    if (header !== row.header)
      act(ACTS.changeCaption(document, name), updateDynamicAssignment(db, { transaction, uuid, header }));
  };
  return (
    <OptionsForm title={OPTIONS.groupTitle(name)} onSave={save} onClose={onClose}>
      <CaptionField
        value={caption}
        hint={OPTIONS.groupCaptionHint}
        placeholder={name}
        disabled={hasNone}
        onText={setCaption}
      />
      <CheckboxField checked={hasNone} onChange={(event) => setHasNone(event.currentTarget.checked)}>
        {OPTIONS.noCaption}
      </CheckboxField>
    </OptionsForm>
  );
}

interface OptionsFormProps {
  title: string;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

function OptionsForm({ title, onSave, onClose, children }: OptionsFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onSave();
  };
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{OPTIONS.cancel}</Button>
          <Button type="submit" form="signature-options" look="primary">
            {OPTIONS.save}
          </Button>
        </>
      }
    >
      <form id="signature-options" className={styles.form} onSubmit={submit}>
        {children}
      </form>
    </ModalDialog>
  );
}

interface CaptionFieldProps {
  value: string;
  hint: string;
  placeholder?: string;
  disabled?: boolean;
  onText: (text: string) => void;
}

function CaptionField({ value, hint, placeholder, disabled = false, onText }: CaptionFieldProps) {
  return (
    <div>
      <FormField
        label={OPTIONS.caption}
        value={value}
        maxLength={CAPTION_MAX}
        placeholder={placeholder}
        disabled={disabled}
        autoComplete="off"
        aria-description={hint}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <p className={styles.hint}>{hint}</p>
    </div>
  );
}

/** Returns the caption; null for an empty one. The page then shows the group's caption, if there is one. */
function captionOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
