import type { CursorRow } from '../../db/rows.ts';
import type { Pulled } from '../push/answer.ts';
import type { Leadership } from '../engine/leader.ts';
import { pullActivity } from './pull-activity.ts';
import { pullChanges } from './pull-changes.ts';
import { pullDeals } from './pull-deals.ts';
import { pullList } from './pull-lists.ts';
import { pullMembers } from './pull-members.ts';
import { pullNotifications } from './pull-notifications.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * Pulls the list of deals, the notifications, the people of the firm, one collection of a deal, or by its feed all of it, or
 * who did what in it. `check` has the deal compared with what the server adds it up to, where the feed is asked.
 */
export async function pullCollection(
  leadership: Leadership,
  transport: Transport,
  lane: string,
  collection: CursorRow['collection'],
  { check = false } = {},
): Promise<Pulled> {
  switch (collection) {
    case 'transactions':
      return pullDeals(leadership, transport, lane);
    case 'notifications':
      return pullNotifications(leadership, transport);
    case 'members':
      return pullMembers(leadership, transport);
    case 'activity':
      return pullActivity(leadership, transport, lane);
    case 'changes':
      return pullChanges(leadership, transport, lane, { check });
    default:
      return pullList(leadership, transport, lane, collection);
  }
}
