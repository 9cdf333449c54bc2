import { endReusedChain } from '../../auth/sessions.ts';
import { sessionEndedMail } from '../../mail/kinds/session-ended.ts';
import { postMail } from '../../mail/post-mail.ts';
import { deviceInWords } from '../../present/device-in-words.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { accountById } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import { announceSignOut } from '../../store/deals/deal-moves.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Ends the session of a token that was replaced more than a minute ago, and notifies the user. The request comes from a copy
 * of a browser's cookies, or from a browser that never received the new token. The two can't be told apart.
 */
export async function endIfReused({ services, caller }: RequestContext, token: string): Promise<void> {
  const now = services.now();
  await services.db.transaction().execute(async (tx) => {
    const ended = await endReusedChain(tx, token, now);
    const person = ended && (await accountById(tx, ended.user_uuid));
    if (!person) return;
    const { uuid, organization } = person;
    await announceSignOut(tx, uuid);
    const device = deviceInWords(ended.user_agent);
    const act = { act: 'session.token_reused', actor: null, organization, subject: uuid } as const;
    await recordAct(tx, now, { ...act, address: caller.address });
    const title = `Your session on ${device} was ended because someone used an old copy of its sign-in. If you don’t know why, change your password.`;
    const about = { user_uuid: uuid, transaction: null, document: null };
    await addNotification(tx, { level: 'warning', notification_type: 'session_ended', title, ...about }, now);
    const to = { name: `${person.first_name} ${person.last_name}`, address: person.email };
    const mail = sessionEndedMail({ ...to, device }, { publicUrl: services.settings.publicUrl, at: now });
    await postMail(services, tx, { ...to, user: uuid, organization }, mail);
  });
}
