import { useState, type FormEvent, type ReactNode } from 'react';
import type { OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import { useFormDraft } from '../../../lib/form/use-form-draft.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { FORM } from './account-copy.ts';
import { FormFrame } from './form-frame.tsx';

interface SaveFormProps {
  /** The accessible name of the form. */
  label: string;
  /** Distinguishes the drafts of several forms with the same label. */
  of?: string;
  /** Returns the call that saves the fields, or null if there is nothing to save. */
  callOf: (fields: FormData) => OnlineCall | null;
  children: ReactNode;
  /** The label of the button, and the message after it succeeded. */
  labels?: readonly [action: string, done: string];
  /** Whether to clear the fields after a success, for the next entry. */
  clearAfterwards?: boolean;
}

/** A form that saves its fields on the server. */
export function SaveForm({
  label,
  of = '',
  callOf,
  children,
  labels: [action, done] = [FORM.save, FORM.saved],
  clearAfterwards = false,
}: SaveFormProps) {
  const { pending, problem, runCommand } = useOnlineCall();
  const [saved, setSaved] = useState(false);
  const draft = useFormDraft(`${label}/${of}`);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const form = event.currentTarget;
    const call = callOf(new FormData(form));
    const isDone = call === null || (await runCommand(call));
    setSaved(isDone);
    if (isDone && clearAfterwards) form.reset();
  };
  return (
    <FormFrame
      ref={draft}
      label={label}
      action={action}
      pending={pending}
      problem={problem}
      result={saved ? done : ''}
      onSubmit={save}
      onChange={() => setSaved(false)}
    >
      {children}
    </FormFrame>
  );
}

/** Returns the trimmed text of a field. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
