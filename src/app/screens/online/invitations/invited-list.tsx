import type { OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import type { TransactionRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import styles from '../account/account.module.css';

type Invitation = TransactionRow['transactionInvitations'][number];

interface InvitedListProps {
  invitations: readonly Invitation[];
  /** Withdraws one. */
  callOf: (uuid: string) => OnlineCall;
}

/** Who was invited and has not come yet; nothing where there is nobody. */
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
        <ul className={styles.lines} aria-label="Invited">
          {waiting.map(({ uuid, firstName, lastName, email, status }) => (
            <li key={uuid} className={styles.line}>
              <div>
                <p className={styles.first}>
                  <bdi>
                    {firstName} {lastName}
                  </bdi>
                </p>
                <p className={styles.facts}>
                  {email} · {status === 'pending' ? 'invited' : 'the invitation has expired'}
                </p>
              </div>
              <Button
                aria-label={`Withdraw the invitation of ${firstName} ${lastName}`}
                aria-disabled={pending}
                onClick={() => begin(runCommand(callOf(uuid)))}
              >
                Withdraw
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
