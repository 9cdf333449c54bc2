import { confirmAddressMail } from '../../mail/kinds/confirm-address.ts';
import { postMail } from '../../mail/post-mail.ts';
import { invalid, tooMany } from '../../refusal.ts';
import { issueConfirmation, useConfirmation } from '../../store/account/address-confirmations.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';
import { signedInUser } from '../call.ts';
import type { RequestContext } from '../request-context.ts';

/** Sends the confirmation email once, at the first sign-in after a mail server was configured. */
export async function confirmOnce(
  services: RequestContext['services'],
  tx: Tx,
  user: SignedInUser,
): Promise<void> {
  if (user.email_proved || services.settings.smtpUrl === null) return;
  await sendTo(services, tx, user, true);
}

/**
 * Sends the caller another confirmation email.
 * @throws {Refusal} `invalid` if the server sends no mail; `too_many_requests` within a minute of the last one
 */
export async function sendConfirmation(context: RequestContext): Promise<undefined> {
  const user = signedInUser(context);
  const { services } = context;
  if (user.email_proved) return;
  if (services.settings.smtpUrl === null) {
    throw invalid('This server doesn’t send email. Open invitations with the links that you were given.');
  }
  const sent = await services.db.transaction().execute(async (tx) => sendTo(services, tx, user, false));
  if (!sent) throw tooMany('We sent you a confirmation a moment ago.', 60);
}

/** Confirms the address that the link was sent to. @throws {Refusal} `invalid` */
export async function confirmAddress(
  { services }: RequestContext,
  { token }: { token: string },
): Promise<undefined> {
  await services.db.transaction().execute(async (tx) => {
    const user = await useConfirmation(tx, token, services.now());
    if (user === null) {
      throw invalid(
        'This link no longer works: it was already used, has expired, or was replaced by a newer one. Request a new one from your account page.',
        'token',
      );
    }
    await tx
      .updateTable('users')
      .set((is) => ({ email_proved: true, version: is('version', '+', 1), modified_at: services.now() }))
      .where('uuid', '=', user)
      .execute();
  });
}

async function sendTo(
  services: RequestContext['services'],
  tx: Tx,
  user: SignedInUser,
  once: boolean,
): Promise<boolean> {
  const issued = await issueConfirmation(tx, user.uuid, { now: services.now(), once });
  if (!issued) return false;
  const name = `${user.first_name} ${user.last_name}`;
  const { email: address, organization } = user;
  const mail = confirmAddressMail(
    { name, address, token: issued.token },
    { publicUrl: services.settings.publicUrl, expiresAt: issued.expiresAt },
  );
  await postMail(services, tx, { name, address, user: user.uuid, organization }, mail);
  return true;
}
