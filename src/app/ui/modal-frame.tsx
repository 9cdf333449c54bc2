import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from './class-names.ts';
import styles from './modal-frame.module.css';

interface ModalFrameProps {
  /** Where no heading in it says what it is. */
  label?: string;
  /** A question that must be answered: read out at once, not closed by a click beside it. */
  alert?: boolean;
  /** Holds more than a question or a form. */
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** What lies over the page, open as long as it is mounted. Escape closes it; the focus goes back to where it was. */
export function ModalFrame({ label, alert = false, wide = false, onClose, children }: ModalFrameProps) {
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
        <Dialog
          className={styles.dialog ?? ''}
          role={alert ? 'alertdialog' : 'dialog'}
          {...(label === undefined ? {} : { 'aria-label': label })}
        >
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
