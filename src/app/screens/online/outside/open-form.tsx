import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { useDelayed } from '../../../ui/status/use-delayed.ts';
import { OUTCOME_UNKNOWN } from '../../../lib/commands/commands-copy.ts';
import styles from '../../login/login-screen.module.css';

interface OpenFormProps {
  /** The label of the button. */
  action: string;
  /** Returns why it failed, as a sentence for the user, or null. */
  onSubmit: (fields: FormData) => Promise<string | null>;
  children: ReactNode;
}

/** A form that needs no session. */
export function OpenForm({ action, onSubmit, children }: OpenFormProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const spinning = useDelayed(pending);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    setPending(true);
    setProblem(null);
    try {
      setProblem(await onSubmit(fields));
    } catch (error) {
      reportError(error);
      setProblem(OUTCOME_UNKNOWN);
    } finally {
      setPending(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {children}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <Button type="submit" look="primary" className={styles.submit} aria-disabled={pending}>
        {spinning ? <Spinner /> : null}
        {action}
      </Button>
    </form>
  );
}

/** Returns the text of a field as it was typed. */
export function typedIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
