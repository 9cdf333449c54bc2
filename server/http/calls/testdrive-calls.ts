import { randomBytes } from 'node:crypto';
import type { User } from '../../../src/contract/entities/account/user.ts';
import { addressKey } from '../../auth/login-limit.ts';
import { testdriveFrom } from '../../auth/open-limits.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { epochSeconds, sessionCookies } from '../../auth/session-cookies.ts';
import { beginSession, endSession } from '../../auth/sessions.ts';
import { addAccount, addOrganization } from '../../commands/account/add-account.ts';
import { seedTestdrive, storeTestdriveFiles } from '../../demo/seed-demo.ts';
import { presentUser } from '../../present/present-user.ts';
import { TESTDRIVE_DOMAIN } from '../../purge/remove-testdrives.ts';
import { notFound, tooMany } from '../../refusal.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { RequestContext } from '../request-context.ts';
import { signedIn } from './session-acts.ts';

/**
 * Creates a test-drive account with its own firm and sample deal, and signs in (docs/product/sign-in.md,
 * "Pages without a session"). Nobody knows its password, so the account can't be used after the session ends.
 * @throws {Refusal} `not_found` except on the computer that runs a demo installation; `too_many_requests`
 */
export async function testdrive(context: RequestContext): Promise<{ expires_at: number; user: User }> {
  const { services, limits, caller } = context;
  if (!context.local) throw notFound('A test drive');
  const address = addressKey(caller.address);
  const wait = await limits.open.count([testdriveFrom(address)]);
  if (wait > 0) throw tooMany('Too many test drives were started.', Math.ceil(wait / 1000));
  const email = `guest-${randomBytes(6).toString('hex')}@${TESTDRIVE_DOMAIN}`;
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'), [email, address]);
  const files = await storeTestdriveFiles(services);
  const user = await services.db.transaction().execute(async (tx) => {
    const guest = await addAccount(services, tx, {
      email,
      first_name: 'Guest',
      last_name: 'on a test drive',
      organization: await addOrganization(services, tx, 'Test drive'),
      role: 'admin',
      experience: null,
      password_hash,
      is_demo: true,
    });
    await seedTestdrive(services, tx, guest, files);
    return guest;
  });
  if (context.token !== null) await endSession(services.db, context.token);
  const by = { caller, addressKey: address };
  const session = await beginSession(services.db, user, by, services.now());
  await recordAct(services.db, services.now(), signedIn(context, user));
  context.answer.cookies = sessionCookies(session, context.jar);
  return { expires_at: epochSeconds(session.expiresAt), user: presentUser(user, services) };
}
