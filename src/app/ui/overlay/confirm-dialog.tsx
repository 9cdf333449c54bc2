import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { focusOnMount } from '../form/focus-on-mount.ts';
import { ModalDialog } from './modal-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  disabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action that can't be undone. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <ModalDialog
      alert
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button ref={focusOnMount} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="danger"
            disabled={disabled}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </ModalDialog>
  );
}
