import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import MailIcon from 'lucide-react/icons/mail';
import { outboxAnswer } from '../../../../db/queries/answers.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { useAnswer } from '../../../lib/use-answer.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { AccountFrame } from '../account/account-frame.tsx';
import { AsOf } from '../account/as-of.tsx';
import styles from '../account/account.module.css';

/** Mails to the people of the organization and to those whom it invites; without a mail server they are read here. */
export function OutboxScreen() {
  const db = useMirror();
  const asked = useAnswer('outbox');
  const answer = useLiveQuery(() => outboxAnswer(db), [db]);
  const [read, setRead] = useState<string | null>(null);
  const mails = answer?.body ?? [];
  const shown = mails.find(({ uuid }) => uuid === read);
  return (
    <AccountFrame title="Mail">
      <AsOf problem={asked.problem} askedAt={answer?.askedAt ?? null} />
      {answer && mails.length === 0 ? (
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
                To <bdi>{mail.to}</bdi>, <time dateTime={mail.createdAt}>{formatMoment(mail.createdAt)}</time>
              </p>
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
  if (error !== null)
    return (
      <StatusMark shape="failed" title={error}>
        Not sent
      </StatusMark>
    );
  if (sentAt !== null) return <StatusMark shape="ready">Sent</StatusMark>;
  return (
    <StatusMark shape="waiting">{text === null ? 'Waits, or has expired' : 'To be read here'}</StatusMark>
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
