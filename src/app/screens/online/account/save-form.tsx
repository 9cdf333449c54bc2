import { useState, type FormEvent, type ReactNode } from 'react';
import type { OnlineCall } from '../../../../db/commands/online-calls.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import styles from './account.module.css';

interface SaveFormProps {
  /** Says what is saved, for who does not see it. */
  label: string;
  /** What is to be done with what stands in the fields; null = nothing is to be changed. */
  callOf: (fields: FormData) => OnlineCall | null;
  children: ReactNode;
}

/** Fields that are saved at the server together, and what came of it. */
export function SaveForm({ label, callOf, children }: SaveFormProps) {
  const { pending, problem, carryOut } = useOnlineCall();
  const [saved, setSaved] = useState(false);
  const spinning = useDelayed(pending);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSaved(false);
    const call = callOf(new FormData(event.currentTarget));
    setSaved(call === null || (await carryOut(call)));
  };
  return (
    <form className={styles.form} aria-label={label} onSubmit={save} onChange={() => setSaved(false)}>
      {children}
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <div className={styles.submit}>
        <Button type="submit" look="primary" aria-disabled={pending}>
          {spinning ? <Spinner /> : null}
          Save
        </Button>
        <span role="status" className={styles.said}>
          {saved ? 'Saved' : ''}
        </span>
      </div>
    </form>
  );
}

/** The text of a field, without what surrounds it. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
