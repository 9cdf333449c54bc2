import type { Changes } from '../../../src/contract/entities/transactions/changes.ts';
import { readChanges } from '../../commands/transactions/read-changes.ts';
import type { Tables } from '../../store/tables.ts';
import { dealStamp } from '../../store/deals/deal-list.ts';
import { dealRead, signedInUser, type Call } from '../call.ts';
import { etagOf, namesEtag } from '../etags.ts';
import { ReadyJson } from '../ready-json.ts';
import type { Kysely } from 'kysely';

type Asked = Parameters<typeof readChanges>[1];

/**
 * Returns what changed in a deal. After an edit, everyone who has the deal open requests the changes at once. So one request
 * reads them, and its response is cached for all readers with the same rights, under a stamp of everything that it may show.
 * @throws {ReadyJson} if the response is cached
 */
export async function answerChanges(call: Call<Asked>): Promise<Changes> {
  const { context, input } = call;
  const { services } = context;
  const user = signedInUser(context);
  // The response for a whole deal may be large, and is rarely requested twice.
  const keyIn = async (db: Kysely<Tables>) => {
    const stamp = input.since === undefined ? null : await dealStamp(db, user, input.id, services.now());
    return stamp === null ? null : JSON.stringify(['changes', input, stamp]);
  };
  const key = await keyIn(services.db);
  const read = dealRead<Asked, Changes>(
    async (_db, { id }) => id,
    async (scope, asked) => {
      const changes = await readChanges(scope, asked);
      // The deal may have changed since the stamp was read.
      const keyNow = key === null ? null : await keyIn(scope.tx);
      if (keyNow !== null) services.dealTexts.set(keyNow, JSON.stringify(changes));
      return changes;
    },
  );
  if (key === null) return read(call);
  const answer = await services.dealTexts.getOrRead(key, async () => read(call));
  if ('result' in answer) return answer.result;
  const etag = etagOf(answer.text);
  throw new ReadyJson(etag, namesEtag(context.ifNoneMatch, etag) ? null : [answer.text]);
}
