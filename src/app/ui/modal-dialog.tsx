import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import X from 'lucide-react/icons/x';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './modal-dialog.module.css';

interface ModalDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer: ReactNode;
  /** A question that must be answered: read out at once, not closed by a click beside it. */
  alert?: boolean;
  /** Holds more than a question or a form. */
  wide?: boolean;
}

/** A dialog over the page, open as long as it is mounted. Escape closes it; the focus goes back to where it was. */
export function ModalDialog({
  title,
  onClose,
  children,
  footer,
  alert = false,
  wide = false,
}: ModalDialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay ?? ''}
      data-modal
      isOpen
      isDismissable={!alert}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classNames(styles.modal, wide && styles.wide)}>
        <Dialog className={styles.dialog ?? ''} role={alert ? 'alertdialog' : 'dialog'}>
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
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
