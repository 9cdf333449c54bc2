import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames } from '../class-names.ts';
import styles from './modal-frame.module.css';

interface ModalFrameProps {
  /** The accessible name, if no heading inside provides it. */
  label?: string;
  /** Whether the modal must be answered. If so, it is announced at once, and a click outside does not close it. */
  alert?: boolean;
  /** For more content than a question or a form. `table` takes up the window's width. */
  wide?: boolean | 'table';
  onClose: () => void;
  children: ReactNode;
}

/** A modal that is open while mounted. Escape closes it, and focus returns to where it was. */
export function ModalFrame({ label, alert = false, wide = false, onClose, children }: ModalFrameProps) {
  return (
    <ModalOverlay
      className={classNames(styles.overlay, wide === 'table' && styles.near)}
      data-modal
      isOpen
      isDismissable={!alert}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classNames(styles.modal, wide && styles.wide, wide === 'table' && styles.table)}>
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
