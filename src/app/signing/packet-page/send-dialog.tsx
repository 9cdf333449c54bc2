import { useCallback, useId, useState, type FormEvent } from 'react';
import { accessCodeProblem } from '../../../contract/rules/signing/access-code.ts';
import type { ShownPacket } from '../../../db/queries/signing/packets.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
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
  onSend: (packets: string[], message: string, accessCode: string) => void;
  onClose: () => void;
}) {
  const [message, setMessage] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const [code, setCode] = useState('');
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
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
    const problem = asksForCode ? accessCodeProblem(code) : null;
    setCodeProblem(problem);
    if (problem !== null) return;
    onClose();
    onSend(sendable, message.trim(), asksForCode ? code : '');
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
        <CheckboxField
          checked={asksForCode}
          onChange={(event) => setAsksForCode(event.currentTarget.checked)}
        >
          {SENDING.asksForCode}
        </CheckboxField>
        {asksForCode ? (
          <div>
            <FormField
              label={SENDING.code}
              value={code}
              autoComplete="off"
              maxLength={100}
              problem={codeProblem}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <p className={styles.facts}>{SENDING.codeHint}</p>
          </div>
        ) : null}
      </form>
    </ModalDialog>
  );
}
