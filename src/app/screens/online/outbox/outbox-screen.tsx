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
import { MAIL } from './outbox-copy.ts';
import styles from '../account/account.module.css';

/** Loads the emails when the screen opens and when the network returns. They are never stored. */
function useOutbox(): { answer: OutboxAnswer | null; again: () => void } {
  const { userId } = useMirror();
  const online = useBrowserOnline();
  const [answer, setAnswer] = useState<OutboxAnswer | null>(null);
  const again = useCallback(() => {
    syncClient()
      .readOutbox(userId)
      .then(
        // Keep showing loaded emails if a later request fails.
        (next) => setAnswer((last) => (last?.outcome === 'done' && next.outcome !== 'done' ? last : next)),
        (error: unknown) => reportError(error),
      );
  }, [userId]);
  useEffect(again, [again, online]);
  return { answer, again };
}

/** The emails to members and invited people. If there is no mail server, admins read them here. */
export function OutboxScreen() {
  const { answer, again } = useOutbox();
  const [read, setRead] = useState<string | null>(null);
  const mails = answer?.outcome === 'done' ? answer.mails : [];
  const shown = mails.find(({ uuid }) => uuid === read);
  return (
    <AccountFrame title={MAIL.title}>
      {answer && answer.outcome !== 'done' ? (
        <EmptyState
          icon={<CloudOff aria-hidden="true" />}
          title={MAIL.unavailableTitle}
          actions={
            <Button look="primary" onClick={again}>
              {MAIL.tryAgain}
            </Button>
          }
        >
          {answer.outcome === 'unreachable' ? MAIL.unreachable : answer.message}
        </EmptyState>
      ) : null}
      {answer?.outcome === 'done' && mails.length === 0 ? (
        <EmptyState icon={<MailIcon aria-hidden="true" />} title={MAIL.noneTitle}>
          {MAIL.none}
        </EmptyState>
      ) : null}
      <ul className={styles.lines} aria-label={MAIL.list}>
        {mails.map((mail) => (
          <li key={mail.uuid} className={styles.line}>
            <div>
              <p className={styles.first} dir="auto">
                {mail.subject}
              </p>
              <p className={styles.facts}>
                {MAIL.to} <bdi>{mail.to}</bdi>,{' '}
                <time dateTime={mail.createdAt}>{formatDateTime(mail.createdAt)}</time>
              </p>
              <FailureReason>{mail.error}</FailureReason>
            </div>
            <MailStatus {...mail} />
            {mail.text === null ? null : (
              <Button aria-label={MAIL.readOne(mail.subject, mail.to)} onClick={() => setRead(mail.uuid)}>
                {MAIL.read}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown?.text ? (
        <ModalDialog
          title={shown.subject}
          onClose={() => setRead(null)}
          footer={<Button onClick={() => setRead(null)}>{MAIL.close}</Button>}
        >
          <MailText text={shown.text} />
        </ModalDialog>
      ) : null}
    </AccountFrame>
  );
}

function MailStatus({
  sentAt,
  error,
  text,
}: {
  sentAt: string | null;
  error: string | null;
  text: string | null;
}) {
  if (error !== null) return <StatusLabel shape="failed">{MAIL.notSent}</StatusLabel>;
  if (sentAt !== null) return <StatusLabel shape="ready">{MAIL.sent}</StatusLabel>;
  return <StatusLabel shape="waiting">{text === null ? MAIL.expiredOrWaiting : MAIL.readHere}</StatusLabel>;
}

/** The plain text of an email, with its links. */
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
