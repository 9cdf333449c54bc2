import {
  inviteToDeal,
  letGuestsInvite,
  revokeInvitation,
} from '../../../../db/commands/account/online-calls.ts';
import type { TransactionRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { InviteForm } from './invite-form.tsx';
import { InvitedList } from './invited-list.tsx';
import styles from './invitations.module.css';

/** People of other firms, and whoever has no account yet, are invited to a deal by mail. */
export function InviteToDeal({ deal, owns }: { deal: TransactionRow; owns: boolean }) {
  return (
    <section className={styles.part} aria-labelledby="invite-by-email">
      <h3 id="invite-by-email" className={styles.title}>
        Invite by e-mail
      </h3>
      <p className={styles.hint}>They see all of this transaction and no others.</p>
      <InvitedList invitations={deal.transactionInvitations} callOf={(uuid) => revokeInvitation(uuid)} />
      <InviteForm to={deal.uuid} withAccess callOf={(invited) => inviteToDeal(deal.uuid, invited)} />
      {owns ? <GuestsMayInvite deal={deal} /> : null}
    </section>
  );
}

/** Whether people of other firms bring in others; off unless its own organization says so. */
function GuestsMayInvite({ deal: { uuid, guestsMayInvite = false } }: { deal: TransactionRow }) {
  const { pending, problem, runCommand } = useOnlineCall();
  return (
    <>
      <CheckboxField
        checked={guestsMayInvite}
        disabled={pending}
        onChange={(event) => begin(runCommand(letGuestsInvite(uuid, event.currentTarget.checked)))}
      >
        Participants from other organizations can invite people too
      </CheckboxField>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </>
  );
}
