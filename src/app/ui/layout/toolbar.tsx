import type { ComponentProps, ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './toolbar.module.css';

interface BarProps extends ComponentProps<'div'> {
  /** Whether this is a temporary bar below a permanent one. */
  sunken?: boolean;
}

/** A row of controls across a page. Give it a role, or use `Toolbar`. */
export function Bar({ sunken = false, className, ...rest }: BarProps) {
  return <div {...rest} className={classNames(styles.bar, sunken && styles.sunken, className)} />;
}

/** A bar whose controls act on the content below it. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Bar role="toolbar" aria-label={label}>
      {children}
    </Bar>
  );
}

interface SelectionToolsProps {
  /** How many items are selected. A count of 1 is shown only with `sayOne`. */
  count: number;
  sayOne?: boolean;
  onClearSelection: () => void;
  /** The actions on the selection. */
  children: ReactNode;
}

/** The part of a toolbar that shows while something is selected. */
export function SelectionTools({ count, sayOne = false, onClearSelection, children }: SelectionToolsProps) {
  if (count === 0) return null;
  const countShown = count > 1 || sayOne;
  return (
    <span className={styles.chosen}>
      {countShown ? <span className={styles.count}>{count} selected</span> : null}
      {children}
      {countShown ? (
        <IconButton label="Clear selection" onClick={onClearSelection}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </span>
  );
}

/** The trailing end of a toolbar. */
export function ToolbarEnd({ children }: { children: ReactNode }) {
  return <span className={styles.end}>{children}</span>;
}

/** The text of a button that has an `aria-label`. On small screens it shows the short form, or nothing. */
export function ButtonText({ short, children }: { short?: string; children: string }) {
  return (
    <>
      <span className={styles.long}>{children}</span>
      {short === undefined ? null : <span className={styles.short}>{short}</span>}
    </>
  );
}
