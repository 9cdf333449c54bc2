import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { useDelayed } from '../../../ui/status/use-delayed.ts';
import styles from '../../login/login-screen.module.css';

const FAULT =
  'Something went wrong. Whether it was done is not known: refresh the page, and look before you try again.';

interface OpenFormProps {
  /** What the button says. */
  action: string;
  /** Answers why it was not done, for the person; null = it was. */
  onSubmit: (fields: FormData) => Promise<string | null>;
  children: ReactNode;
}

/** Fields that are sent to the server, by whomever. */
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
      setProblem(FAULT);
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

/** A field as it was typed. */
export function typedIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
