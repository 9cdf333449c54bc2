import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { REASONS } from '../packets/packets-copy.ts';
import styles from '../packets/packets-screen.module.css';

/** An act that needs a reason, and the text of its question. */
export interface AskedReason {
  title: string;
  lead: string;
  confirm: string;
  act: (reason: string) => void;
}

/** Asks for the reason of an act that ends something. */
export function ReasonDialog({ asked, onClose }: { asked: AskedReason; onClose: () => void }) {
  const { title, lead, confirm, act } = asked;
  const [reason, setReason] = useState('');
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    act(reason.trim());
  };
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{REASONS.back}</Button>
          <Button type="submit" form={form} look="danger" disabled={reason.trim() === ''}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <p>{lead}</p>
        <FormField
          label={REASONS.reason}
          value={reason}
          maxLength={2000}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </ModalDialog>
  );
}
