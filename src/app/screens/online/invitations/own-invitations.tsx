import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { acceptInvitation, revokeInvitation } from '../../../../db/commands/account/online-calls.ts';
import { invitationsAnswer } from '../../../../db/queries/account/answers.ts';
import { lastInvited } from '../../../../db/queries/transactions/invited.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import lines from '../account/account.module.css';
import styles from './invitations.module.css';

/** To what the person is invited, to be accepted or declined; nothing where there is no such thing. */
export function OwnInvitations() {
  const db = useMirror();
  const { again } = useAnswer('invitations');
  // Who is told of another one sees it here, without loading the page anew.
  const told = useLiveQuery(() => lastInvited(db), [db]) ?? null;
  useEffect(() => {
    if (told !== null) again();
  }, [told, again]);
  const answer = useLiveQuery(() => invitationsAnswer(db, 'invitations'), [db]);
  const { pending, problem, runCommand } = useOnlineCall();
  const waiting = answer?.body ?? [];
  if (waiting.length === 0) return null;
  return (
    <section className={styles.mine} aria-label="Invitations">
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
                {invitedBy} of {organizationName} invites you{' '}
                {transactionName === null ? 'to join them.' : <>to work on “{transactionName}”.</>}
              </p>
              <span className={styles.acts}>
                <Button
                  look="primary"
                  aria-label={`Accept the invitation to ${to}`}
                  aria-disabled={pending}
                  onClick={() => begin(runCommand(acceptInvitation(uuid)))}
                >
                  Accept
                </Button>
                <Button
                  aria-label={`Decline the invitation to ${to}`}
                  aria-disabled={pending}
                  onClick={() => begin(runCommand(revokeInvitation(uuid, 'invitations')))}
                >
                  Decline
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
