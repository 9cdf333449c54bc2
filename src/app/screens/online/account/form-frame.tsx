import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { useDelayed } from '../../../ui/status/use-delayed.ts';
import styles from './account.module.css';

interface FormFrameProps extends Omit<ComponentProps<'form'>, 'className' | 'aria-label'> {
  /** The accessible name of the form. */
  label: string;
  /** The label of the button. */
  action: string;
  pending: boolean;
  /** Why it failed, or null. */
  problem: string | null;
  /** The result, shown beside the button. */
  result: string;
}

/** A form with its error, its button and its result. */
export function FormFrame({ label, action, pending, problem, result, children, ...form }: FormFrameProps) {
  const spinning = useDelayed(pending);
  return (
    <form {...form} className={styles.form} aria-label={label}>
      {children}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <div className={styles.submit}>
        <Button type="submit" look="primary" aria-disabled={pending}>
          {spinning ? <Spinner /> : null}
          {action}
        </Button>
        <span role="status" className={styles.said}>
          {result}
        </span>
      </div>
    </form>
  );
}
