import type { KeyboardEvent, ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from '../button.tsx';
import styles from './side-panel.module.css';

interface SidePanelProps {
  label: string;
  /** The kind of thing that the panel is about, shown above its name. */
  kind: string;
  /** The label of the button that closes the panel. */
  close: string;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** Details of one item, beside a list, or over the list where there is no room. Put a `SidePanelBody` in it. */
export function SidePanel({ label, kind, close, onClose, onKeyDown, children }: SidePanelProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the panel handles keys for every field in it
    <aside className={styles.panel} aria-label={label} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <p className={styles.kind}>{kind}</p>
        <IconButton label={close} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}

/** The scrolling part of a side panel, below the name of the item. Give it a `key` for each item. */
export function SidePanelBody({ name, children }: { name?: string; children: ReactNode }) {
  return (
    <div className={styles.body}>
      {name === undefined ? null : (
        <h2 className={styles.name} tabIndex={-1} dir="auto">
          {name}
        </h2>
      )}
      {children}
    </div>
  );
}
