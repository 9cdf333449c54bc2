import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { acceptInvitation, revokeInvitation } from '../../../../db/commands/account/online-calls.ts';
import { invitationsAnswer } from '../../../../db/queries/account/answers.ts';
import { lastInvited } from '../../../../db/queries/transactions/invited.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import lines from '../account/account.module.css';
import { RECEIVED } from './invitations-copy.ts';
import styles from './invitations.module.css';

/** The user's own invitations, to accept or decline. Renders nothing without any. */
export function OwnInvitations() {
  const db = useMirror();
  const { again } = useAnswer('invitations');
  // A notification of a new invitation refreshes the list.
  const lastNotified = useLiveQuery(() => lastInvited(db), [db]) ?? null;
  useEffect(() => {
    if (lastNotified !== null) again();
  }, [lastNotified, again]);
  const answer = useLiveQuery(() => invitationsAnswer(db, 'invitations'), [db]);
  const { pending, problem, runCommand } = useOnlineCall();
  const waiting = answer?.body ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={styles.mine} aria-label={RECEIVED.list}>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <ul className={lines.lines}>
        {waiting.map(({ uuid, invitedBy, organizationName, transactionName }) => {
          const to = transactionName ?? organizationName;
          return (
            <li key={uuid} className={lines.line}>
              <p className={lines.first}>
                {transactionName === null
                  ? RECEIVED.toOrganization(invitedBy, organizationName)
                  : RECEIVED.toTransaction(invitedBy, organizationName, transactionName)}
              </p>
              <span className={styles.acts}>
                <Button
                  look="primary"
                  aria-label={RECEIVED.acceptFor(to)}
                  aria-disabled={pending}
                  onClick={() => startCommand(runCommand(acceptInvitation(uuid)))}
                >
                  {RECEIVED.accept}
                </Button>
                <Button
                  aria-label={RECEIVED.declineFor(to)}
                  aria-disabled={pending}
                  onClick={() => startCommand(runCommand(revokeInvitation(uuid, 'invitations')))}
                >
                  {RECEIVED.decline}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
