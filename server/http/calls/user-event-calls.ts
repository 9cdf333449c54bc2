import type { NewUserEvent } from '../../../src/contract/entities/account/user-event.ts';
import { Refusal } from '../../refusal.ts';
import { addUserEvent } from '../../store/account/user-events.ts';
import { signedInUser } from '../call.ts';
import type { RequestContext } from '../request-context.ts';

/**
 * Stores a browser's report of its user's actions.
 * @throws {Refusal} `too_many_requests`
 */
export async function reportEvent(context: RequestContext, event: NewUserEvent): Promise<undefined> {
  const { services, limits } = context;
  const { uuid } = signedInUser(context);
  const retryAfter = limits.events.tell(uuid);
  if (retryAfter > 0) {
    throw new Refusal('too_many_requests', 'Too many events were sent.', { retryAfter });
  }
  await addUserEvent(services.db, uuid, event, services.now());
}
