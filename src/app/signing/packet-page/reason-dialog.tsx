import { useId, useState, type FormEvent } from 'react';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/form/form-field.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { REASONS } from '../packets/packets-copy.ts';
import styles from '../packets/packets-screen.module.css';

/** An action that needs a reason, and the text of its question. */
export interface AskedReason {
  title: string;
  lead: string;
  confirm: string;
  /** The label of the button that closes the dialog without doing anything. */
  back?: string;
  /** Returns the call that carries out the action. */
  act: (reason: string) => OnlineCall;
}

/** Asks for the reason for an action, and carries it out. The dialog stays open, with what was typed, until that succeeds. */
export function ReasonDialog({ asked, onClose }: { asked: AskedReason; onClose: () => void }) {
  const { title, lead, confirm, back = REASONS.back, act } = asked;
  const [reason, setReason] = useState('');
  const { pending, problem, runCommand } = useOnlineCall();
  const isReachable = useReachable();
  const form = useId();
  const finish = async () => {
    if (await runCommand(act(reason.trim()))) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    startCommand(finish());
  };
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{back}</Button>
          <Button
            type="submit"
            form={form}
            look="danger"
            disabled={pending || !isReachable || reason.trim() === ''}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <p>{lead}</p>
        {isReachable ? null : (
          <Callout tone="warning" role="status">
            {REASONS.offline}
          </Callout>
        )}
        {problem === null ? null : (
          <Callout tone="danger" role="alert">
            {problem}
          </Callout>
        )}
        <TextAreaField
          label={REASONS.reason}
          value={reason}
          maxLength={2000}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </ModalDialog>
  );
}
