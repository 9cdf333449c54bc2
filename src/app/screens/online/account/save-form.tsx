import { useState, type FormEvent, type ReactNode } from 'react';
import type { OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import { useFormDraft } from '../../../lib/form/use-form-draft.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { FormFrame } from './form-frame.tsx';

interface SaveFormProps {
  /** Says what is saved, for who does not see it. */
  label: string;
  /** What the fields are of, where there are several such forms. */
  of?: string;
  /** What is to be done with what stands in the fields; null = nothing is to be changed. */
  callOf: (fields: FormData) => OnlineCall | null;
  children: ReactNode;
  /** What the button says, and what is said once it is done. */
  words?: readonly [action: string, done: string];
  /** The fields are for the next one: they are emptied once it is done. */
  emptied?: boolean;
}

/** Fields that are saved at the server together, and what came of it. */
export function SaveForm({
  label,
  of = '',
  callOf,
  children,
  words: [action, done] = ['Save', 'Saved'],
  emptied = false,
}: SaveFormProps) {
  const { pending, problem, runCommand } = useOnlineCall();
  const [saved, setSaved] = useState(false);
  const begun = useFormDraft(`${label}/${of}`);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const form = event.currentTarget;
    const call = callOf(new FormData(form));
    const isDone = call === null || (await runCommand(call));
    setSaved(isDone);
    if (isDone && emptied) form.reset();
  };
  return (
    <FormFrame
      ref={begun}
      label={label}
      action={action}
      pending={pending}
      problem={problem}
      said={saved ? done : ''}
      onSubmit={save}
      onChange={() => setSaved(false)}
    >
      {children}
    </FormFrame>
  );
}

/** The text of a field, without what surrounds it. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
