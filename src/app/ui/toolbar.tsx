import type { ComponentProps, ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './toolbar.module.css';

interface BarProps extends ComponentProps<'div'> {
  /** It came up for a while, under a bar that stays. */
  sunken?: boolean;
}

/** A line of controls across a page. `Toolbar` where they act on what is below, else with a role of its own. */
export function Bar({ sunken = false, className, ...rest }: BarProps) {
  return <div {...rest} className={classNames(styles.bar, sunken && styles.sunken, className)} />;
}

/** The controls of what is below. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Bar role="toolbar" aria-label={label}>
      {children}
    </Bar>
  );
}

interface ChosenToolsProps {
  /** How many are chosen; 1 goes without saying where that is plain to see. */
  count: number;
  sayOne?: boolean;
  onChooseNone: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** The part of a toolbar that is there while something is chosen. */
export function ChosenTools({ count, sayOne = false, onChooseNone, children }: ChosenToolsProps) {
  if (count === 0) return null;
  const said = count > 1 || sayOne;
  return (
    <span className={styles.chosen}>
      {said ? <span className={styles.count}>{count} selected</span> : null}
      {children}
      {said ? (
        <IconButton label="Clear selection" onClick={onChooseNone}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </span>
  );
}

/** What stands at the far end of a toolbar. */
export function ToolbarEnd({ children }: { children: ReactNode }) {
  return <span className={styles.end}>{children}</span>;
}

/** Words on a button that has an `aria-label`: where there is little room the short ones, or none. */
export function Words({ short, children }: { short?: string; children: string }) {
  return (
    <>
      <span className={styles.long}>{children}</span>
      {short === undefined ? null : <span className={styles.short}>{short}</span>}
    </>
  );
}
