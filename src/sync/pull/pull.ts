import type { PullSource } from '../../db/rows.ts';
import type { Pulled } from '../push/answer.ts';
import type { Leadership } from '../engine/leader.ts';
import { pullActivity } from './pull-activity.ts';
import { pullChanges } from './pull-changes.ts';
import { pullDeals } from './deal-list/pull-deals.ts';
import { pullMembers } from './pull-members.ts';
import { pullNotifications } from './pull-notifications.ts';
import type { Transport } from '../transport/transport.ts';

/** Pulls one source. With `check`, also requests the checksum of a deal's feed. */
export async function pullSource(
  leadership: Leadership,
  transport: Transport,
  lane: string,
  source: PullSource,
  { check = false } = {},
): Promise<Pulled> {
  switch (source) {
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
  }
}
