import type { Watcher } from '../../../src/contract/entities/closing/watcher.ts';
import { listWatchers, noteWatcher } from '../../commands/closing/watch-board.ts';
import { readDeal, signedInUser, type Call } from '../call.ts';
import { byId } from '../deal-of-call.ts';

/** Records that the user is looking at a deal's closing board, and returns who else is. Nothing about the deal changes. */
export async function watchBoard({ input, context, procedure }: Call<{ id: string }>): Promise<Watcher[]> {
  const { meta } = procedure['~orpc'];
  // View-only participants are shown, too.
  const asRead = { meta, route: { method: 'GET' }, act: 'opened' } as const;
  const deal = await readDeal(context, asRead, byId, input, async (scope) => Promise.resolve(scope.deal));
  const { services } = context;
  const now = services.now();
  await noteWatcher(services.db, deal.uuid, signedInUser(context).uuid, now);
  return listWatchers(services.db, deal, now);
}
