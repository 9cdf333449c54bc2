import { useId, useState, type FormEvent } from 'react';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PACKETS, SENDING } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** Shows who gets a packet and what to check first, and asks for a message to them. */
export function SendDialog({
  packets,
  onSend,
  onClose,
}: {
  packets: readonly ShownPacket[];
  onSend: (message: string) => void;
  onClose: () => void;
}) {
  const [message, setMessage] = useState('');
  const warnings = packets.flatMap(({ row }) => row.warnings);
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onSend(message.trim());
  };
  return (
    <ModalDialog
      title={SENDING.title(packets.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{SENDING.cancel}</Button>
          <Button type="submit" form={form} look="primary">
            {SENDING.send}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <p>{SENDING.lead}</p>
        <ul className={styles.plain}>
          {packets.map(({ row, signatory }) => (
            <li key={row.uuid}>
              {signatory.fullName} ({signatory.email}), {PACKETS.pages(row.numPages ?? 0)}
            </li>
          ))}
        </ul>
        {warnings.length > 0 ? (
          <div className={styles.warnings}>
            <p>{SENDING.warnings}</p>
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </div>
        ) : null}
        <FormField
          label={SENDING.message}
          value={message}
          maxLength={2000}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      </form>
    </ModalDialog>
  );
}
