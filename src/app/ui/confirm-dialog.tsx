import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { ModalDialog } from './modal-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The name of what is done, on the button. */
  confirm: string;
  /** Nothing can be confirmed as long as that is not known. */
  held?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back by one key. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  held = false,
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
            disabled={held}
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
