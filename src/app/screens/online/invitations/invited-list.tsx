import type { OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import type { TransactionRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { SENT } from './invitations-copy.ts';
import styles from '../account/account.module.css';

type Invitation = TransactionRow['transactionInvitations'][number];

interface InvitedListProps {
  invitations: readonly Invitation[];
  /** Returns the call that withdraws an invitation. */
  callOf: (uuid: string) => OnlineCall;
}

/** The open and expired invitations. Renders nothing without any. */
export function InvitedList({ invitations, callOf }: InvitedListProps) {
  const { pending, problem, runCommand } = useOnlineCall();
  const waiting = invitations.filter(({ status }) => status === 'pending' || status === 'expired');
  return (
    <>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {waiting.length === 0 ? null : (
        <ul className={styles.lines} aria-label={SENT.list}>
          {waiting.map(({ uuid, firstName, lastName, email, status }) => (
            <li key={uuid} className={styles.line}>
              <div>
                <p className={styles.first}>
                  <bdi>
                    {firstName} {lastName}
                  </bdi>
                </p>
                <p className={styles.facts}>
                  {email} · {SENT.status(status === 'expired')}
                </p>
              </div>
              <Button
                aria-label={SENT.withdrawFor(`${firstName} ${lastName}`)}
                aria-disabled={pending}
                onClick={() => startCommand(runCommand(callOf(uuid)))}
              >
                {SENT.withdraw}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
