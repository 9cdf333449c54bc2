import { NOBODY_READS } from '../../../src/contract/rules/account/contact.ts';
import { addressKey } from '../../auth/login-limit.ts';
import { contactFrom } from '../../auth/open-limits.ts';
import { contactMail } from '../../mail/kinds/contact.ts';
import { postMail } from '../../mail/post-mail.ts';
import { invalid, tooMany } from '../../refusal.ts';
import type { RequestContext } from '../request-context.ts';
import { configAnswer } from './config-answer.ts';

/**
 * Emails a message to support (docs/product/sign-in.md, "Pages without a session"). The sender's name and address are not
 * verified.
 * @throws {Refusal} `too_many_requests`; `invalid` if the installation has no support address
 */
export async function writeToSupport(
  { services, limits, caller }: RequestContext,
  message: { name: string; email: string; message: string },
): Promise<undefined> {
  const { supportEmail, publicUrl } = services.settings;
  if (supportEmail === null || !configAnswer(services.settings).takes_messages) {
    throw invalid(NOBODY_READS);
  }
  const address = addressKey(caller.address);
  const wait = await limits.open.count([contactFrom(address)]);
  if (wait > 0) throw tooMany('Too many messages were sent.', Math.ceil(wait / 1000));
  const to = { name: 'Support', address: supportEmail, user: null, organization: null };
  await services.db
    .transaction()
    .execute(async (tx) => postMail(services, tx, to, contactMail(message, publicUrl)));
}
