import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import X from 'lucide-react/icons/x';
import { IconButton } from '../button.tsx';
import { ModalFrame } from './modal-frame.tsx';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer: ReactNode;
  /** Whether the dialog must be answered. If so, it is announced at once, and a click outside does not close it. */
  alert?: boolean;
  /** For more content than a question or a form. `table` takes up the window's width. */
  wide?: boolean | 'table';
}

/** A dialog with a title and buttons that is open while mounted. */
export function ModalDialog({
  title,
  onClose,
  children,
  footer,
  alert = false,
  wide = false,
}: ModalDialogProps) {
  return (
    <ModalFrame alert={alert} wide={wide} onClose={onClose}>
      <header className={styles.header}>
        <Heading slot="title" className={styles.title ?? ''}>
          {title}
        </Heading>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.footer}>{footer}</footer>
    </ModalFrame>
  );
}
