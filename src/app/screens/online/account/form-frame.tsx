import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { useDelayed } from '../../../ui/status/use-delayed.ts';
import styles from './account.module.css';

interface FormFrameProps extends Omit<ComponentProps<'form'>, 'className' | 'aria-label'> {
  /** Says what it is about, for who does not see it. */
  label: string;
  /** What the button says. */
  action: string;
  /** It is being done. */
  pending: boolean;
  /** Why it was not done; null = nothing stands in the way. */
  problem: string | null;
  /** What became of it. */
  said: string;
}

/** Fields that are acted on together, what stands in the way, and the button with what came of it. */
export function FormFrame({ label, action, pending, problem, said, children, ...form }: FormFrameProps) {
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
          {said}
        </span>
      </div>
    </form>
  );
}
