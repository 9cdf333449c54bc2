import { inviteToDeal, revokeInvitation } from '../../../../db/commands/online-calls.ts';
import type { TransactionRow } from '../../../../db/rows.ts';
import { InviteForm } from './invite-form.tsx';
import { InvitedList } from './invited-list.tsx';
import styles from './invitations.module.css';

/** People of other firms, and whoever has no account yet, are invited to a deal by mail. */
export function InviteToDeal({ deal }: { deal: TransactionRow }) {
  return (
    <section className={styles.part} aria-labelledby="invite-by-email">
      <h3 id="invite-by-email" className={styles.title}>
        Invite by e-mail
      </h3>
      <p className={styles.hint}>They see this transaction alone, and all of it.</p>
      <InvitedList invitations={deal.transactionInvitations} callOf={(uuid) => revokeInvitation(uuid)} />
      <InviteForm to={deal.uuid} callOf={(invited) => inviteToDeal(deal.uuid, invited)} />
    </section>
  );
}
