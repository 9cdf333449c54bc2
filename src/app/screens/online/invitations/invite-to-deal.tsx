import {
  inviteToDeal,
  letGuestsInvite,
  revokeInvitation,
} from '../../../../db/commands/account/online-calls.ts';
import type { TransactionRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/run-command.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { CheckField } from '../../../ui/check-box.tsx';
import { Note } from '../../../ui/callout.tsx';
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
      <CheckField
        checked={guestsMayInvite}
        disabled={pending}
        onChange={(event) => begin(runCommand(letGuestsInvite(uuid, event.currentTarget.checked)))}
      >
        Participants from other organizations can invite people too
      </CheckField>
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
