import { useCallback, useEffect, useState } from 'react';
import CloudOff from 'lucide-react/icons/cloud-off';
import MailIcon from 'lucide-react/icons/mail';
import type { OutboxAnswer } from '../../../../db/commands/account/online-calls.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useBrowserOnline } from '../../../lib/device/connectivity.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { syncClient } from '../../../sync-client.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/status/empty-state.tsx';
import { ModalDialog } from '../../../ui/overlay/modal-dialog.tsx';
import { FailureReason, StatusLabel } from '../../../ui/status/status-label.tsx';
import { AccountFrame } from '../account/account-frame.tsx';
import styles from '../account/account.module.css';

/** Asks for the mails when the screen opens, and when the network is back. They are gone with the screen. */
function useOutbox(): { answer: OutboxAnswer | null; again: () => void } {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const [answer, setAnswer] = useState<OutboxAnswer | null>(null);
  const again = useCallback(() => {
    syncClient()
      .readOutbox(userId)
      .then(
        // What is being read stays until it is left, whatever the network does.
        (next) => setAnswer((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next)),
        (error: unknown) => reportError(error),
      );
  }, [userId]);
  useEffect(again, [again, online]);
  return { answer, again };
}

/** Mails to the people of the organization and to those whom it invites; without a mail server they are read here. */
export function OutboxScreen() {
  const { answer, again } = useOutbox();
  const [read, setRead] = useState<string | null>(null);
  const mails = answer?.outcome === 'done' ? answer.mails : [];
  const shown = mails.find(({ uuid }) => uuid === read);
  return (
    <AccountFrame title="Mail">
      {answer && answer.outcome !== 'done' ? (
        <EmptyState
          icon={<CloudOff aria-hidden="true" />}
          title="Mail is read at the server alone"
          actions={
            <Button look="primary" onClick={again}>
              Try again
            </Button>
          }
        >
          {answer.outcome === 'unreachable'
            ? 'It holds links that let in whoever has them, so that none of it is kept on this device. It appears once you are online.'
            : answer.message}
        </EmptyState>
      ) : null}
      {answer?.outcome === 'done' && mails.length === 0 ? (
        <EmptyState icon={<MailIcon aria-hidden="true" />} title="No mail yet">
          Invitations and links for new passwords stand here, with what became of them.
        </EmptyState>
      ) : null}
      <ul className={styles.lines} aria-label="Mails">
        {mails.map((mail) => (
          <li key={mail.uuid} className={styles.line}>
            <div>
              <p className={styles.first} dir="auto">
                {mail.subject}
              </p>
              <p className={styles.facts}>
                To <bdi>{mail.to}</bdi>,{' '}
                <time dateTime={mail.createdAt}>{formatDateTime(mail.createdAt)}</time>
              </p>
              <FailureReason>{mail.error}</FailureReason>
            </div>
            <MailStanding {...mail} />
            {mail.text === null ? null : (
              <Button aria-label={`Read “${mail.subject}” to ${mail.to}`} onClick={() => setRead(mail.uuid)}>
                Read
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown?.text ? (
        <ModalDialog
          title={shown.subject}
          onClose={() => setRead(null)}
          footer={<Button onClick={() => setRead(null)}>Close</Button>}
        >
          <MailText text={shown.text} />
        </ModalDialog>
      ) : null}
    </AccountFrame>
  );
}

function MailStanding({
  sentAt,
  error,
  text,
}: {
  sentAt: string | null;
  error: string | null;
  text: string | null;
}) {
  if (error !== null) return <StatusLabel shape="failed">Not sent</StatusLabel>;
  if (sentAt !== null) return <StatusLabel shape="ready">Sent</StatusLabel>;
  return (
    <StatusLabel shape="waiting">{text === null ? 'Waits, or has expired' : 'To be read here'}</StatusLabel>
  );
}

/** The mail in plain text, its links to be followed. */
function MailText({ text }: { text: string }) {
  return (
    <p className={styles.mail}>
      {text.split(/(https?:\/\/\S+)/).map((part, index) =>
        part.startsWith('http') ? (
          <a key={index} href={part} target="_blank" rel="noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
