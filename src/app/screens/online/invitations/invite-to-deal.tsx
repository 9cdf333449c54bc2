import {
  inviteToDeal,
  letGuestsInvite,
  revokeInvitation,
} from '../../../../db/commands/account/online-calls.ts';
import type { TransactionRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { INVITE } from './invitations-copy.ts';
import { InviteForm } from './invite-form.tsx';
import { InvitedList } from './invited-list.tsx';
import styles from './invitations.module.css';

/** Invites people from other organizations, or without an account, to a deal. */
export function InviteToDeal({ deal, owns }: { deal: TransactionRow; owns: boolean }) {
  return (
    <section className={styles.part} aria-labelledby="invite-by-email">
      <h3 id="invite-by-email" className={styles.title}>
        {INVITE.title}
      </h3>
      <p className={styles.hint}>{INVITE.hint}</p>
      <InvitedList invitations={deal.transactionInvitations} callOf={(uuid) => revokeInvitation(uuid)} />
      <InviteForm to={deal.uuid} withAccess callOf={(invited) => inviteToDeal(deal.uuid, invited)} />
      {owns ? <GuestsMayInvite deal={deal} /> : null}
    </section>
  );
}

/** Sets whether participants from other organizations can invite people. Off by default. */
function GuestsMayInvite({ deal: { uuid, guestsMayInvite = false } }: { deal: TransactionRow }) {
  const { pending, problem, runCommand } = useOnlineCall();
  return (
    <>
      <CheckboxField
        checked={guestsMayInvite}
        disabled={pending}
        onChange={(event) => startCommand(runCommand(letGuestsInvite(uuid, event.currentTarget.checked)))}
      >
        {INVITE.guestsMayInvite}
      </CheckboxField>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </>
  );
}
