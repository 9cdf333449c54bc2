import { sql } from 'kysely';
import type { Registration } from '../../../src/contract/entities/transactions/invitation.ts';
import type { User } from '../../../src/contract/entities/account/user.ts';
import { addressKey } from '../../auth/login-limit.ts';
import { newPasswordFault } from '../../auth/new-password.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { epochSeconds, sessionCookies } from '../../auth/session-cookies.ts';
import { beginSession, endSession } from '../../auth/sessions.ts';
import {
  acceptance,
  assertPending,
  lockPending,
  unknownToken,
  workOn,
} from '../../commands/account/accept-invitation.ts';
import { addAccount, addOrganization, firmOf } from '../../commands/account/add-account.ts';
import { presentUser } from '../../present/present-user.ts';
import { invalid } from '../../refusal.ts';
import { findInvitation, markInvitation, noteTokenUsed } from '../../store/account/invitations.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { Tx } from '../../store/tables.ts';
import type { RequestContext } from '../request-context.ts';
import { signedIn } from './session-acts.ts';

/**
 * Creates the account of an invited person, accepts, and signs in. Somebody who joins an organization becomes its member; a guest
 * of a deal gets their own organization, which they administer.
 * @throws {Refusal} `invalid` with a sentence that only the holder of the token sees
 */
export async function register(
  context: RequestContext,
  { email: given, password, first_name, last_name, token }: Registration,
): Promise<{ expires_at: number; user: User }> {
  const { services } = context;
  const { db } = services;
  const found = await findInvitation(db, { token });
  if (!found) throw unknownToken();
  assertPending(found, services.now());
  const { email } = found;
  if (given.toLowerCase() !== email) {
    throw invalid('This invitation is for another email address.', 'email');
  }
  const isOwnFirm = found.transaction !== null;
  const organization_name = isOwnFirm ? firmOf(email, `${first_name} ${last_name}`) : found.organization_name;
  const fault = newPasswordFault(password, { email, first_name, last_name, organization_name });
  if (fault !== null) throw invalid(fault, 'password');
  await assertHasNoAccount(db, email);
  const address = addressKey(context.caller.address);
  const password_hash = await hashPassword(password, [email, address]);
  const user = await db.transaction().execute(async (tx): Promise<SignedInUser> => {
    const { deal } = await lockPending(services, tx, found);
    // Another invitation of the same person may be accepted at the same moment.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`account ${email}`}, 0))`.execute(tx);
    await assertHasNoAccount(tx, email);
    const account = await addAccount(services, tx, {
      email,
      first_name,
      last_name,
      organization: isOwnFirm ? await addOrganization(services, tx, organization_name) : found.organization,
      role: isOwnFirm ? 'admin' : 'member',
      experience: null,
      password_hash,
      is_demo: false,
      email_proved: false,
    });
    if (deal) await workOn(services, tx, { deal, user: account, found });
    await markInvitation(tx, found.uuid, { accepted_at: services.now() });
    await noteTokenUsed(tx, account.uuid, found, services.now());
    await recordAct(tx, services.now(), acceptance(found, account));
    return { ...account, email_proved: found.mailed };
  });
  if (context.token !== null) await endSession(db, context.token);
  const by = { caller: context.caller, addressKey: address };
  const session = await beginSession(db, user, by, services.now());
  await recordAct(db, services.now(), signedIn(context, user));
  context.answer.cookies = sessionCookies(session, context.jar);
  return { expires_at: epochSeconds(session.expiresAt), user: presentUser(user, services) };
}

async function assertHasNoAccount(db: Pick<Tx, 'selectFrom'>, email: string): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select('uuid')
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst();
  if (account) {
    throw invalid('You already have an account. Sign in with it to accept the invitation.', 'email');
  }
}
