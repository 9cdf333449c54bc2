import type { ReactNode, RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '../class-names.ts';
import styles from './menu-popover.module.css';

export interface MenuEntry {
  id: string;
  label: string;
  /** Shown below the label, in gray. */
  hint?: string;
  icon: ReactNode;
  /** Whether the action is destructive. */
  danger?: boolean;
  onChoose: () => void;
}

interface MenuPopoverProps {
  label: string;
  /** The anchor of the menu. The focus returns to it. */
  trigger: RefObject<Element | null>;
  entries: readonly MenuEntry[];
  /** Which edges of the menu and its trigger line up. */
  placement?: 'bottom start' | 'bottom end';
  onClose: () => void;
}

/** A menu that is open while mounted. */
export function MenuPopover({
  label,
  trigger,
  entries,
  placement = 'bottom end',
  onClose,
}: MenuPopoverProps) {
  return (
    <Popover
      className={styles.popover ?? ''}
      aria-label={label}
      triggerRef={trigger}
      placement={placement}
      offset={4}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Menu
        className={styles.menu ?? ''}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the keyboard does not reach a menu that opens without focus
        autoFocus="first"
        onClose={onClose}
        onAction={(chosen) => {
          onClose();
          entries.find(({ id }) => id === chosen)?.onChoose();
        }}
      >
        {entries.map(({ id, label: words, hint, icon, danger = false }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={words}
            className={classNames(styles.item, danger && styles.danger)}
          >
            {icon}
            {hint === undefined ? (
              words
            ) : (
              <span className={styles.words}>
                <span>{words}</span> <span className={styles.hint}>{hint}</span>
              </span>
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
