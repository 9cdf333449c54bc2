import { useCallback, useId, useState, type FormEvent } from 'react';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PACKETS, SENDING } from '../packets/packets-copy.ts';
import { PreflightPacket } from './preflight-packet.tsx';
import styles from '../packets/packets-screen.module.css';

/** Shows packets page by page with what to check before they are sent, and asks for a message to their signatories. */
export function SendDialog({
  packets,
  onSend,
  onClose,
}: {
  packets: readonly ShownPacket[];
  onSend: (packets: string[], message: string) => void;
  onClose: () => void;
}) {
  const [message, setMessage] = useState('');
  /** By packet, whether something keeps it from being sent. */
  const [checked, setChecked] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const note = useCallback((packet: string, isBlocked: boolean) => {
    setChecked((before) => new Map(before).set(packet, isBlocked));
  }, []);
  const sendable = packets.flatMap(({ row }) => (checked.get(row.uuid) === true ? [] : row.uuid));
  const numBlocked = packets.length - sendable.length;
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    onSend(sendable, message.trim());
  };
  return (
    <ModalDialog
      wide
      title={SENDING.title(packets.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{SENDING.cancel}</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            disabled={sendable.length === 0 || checked.size < packets.length}
          >
            {PACKETS.send(sendable.length)}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <p>{SENDING.lead}</p>
        {numBlocked > 0 ? <p className={styles.warning}>{SENDING.blocked(numBlocked)}</p> : null}
        <ul className={styles.preflight}>
          {packets.map((packet) => (
            <PreflightPacket key={packet.row.uuid} packet={packet} onChecked={note} />
          ))}
        </ul>
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
