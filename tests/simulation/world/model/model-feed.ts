import { parentElement } from '../../../../src/contract/rules/checklist/child-lists.ts';
import {
  byName,
  byWire,
  type DealCollection,
} from '../../../../src/contract/collections/deal-collections.ts';
import type { Act, Activity } from '../../../../src/contract/entities/transactions/activity.ts';
import type { Changes, DealRows } from '../../../../src/contract/entities/transactions/changes.ts';
import { dealChecksum } from '../../../../src/contract/rules/transactions/deal-checksum.ts';
import { wireDeal, wireRows, type DealState } from './model-deal.ts';
import { Refusal } from './model-write.ts';

/** A reader's cursor, as in the query. */
export interface FeedCursor {
  since: number | null;
  epoch: string;
  checksum: boolean;
}

/**
 * Returns what changed in a deal since the cursor, or everything without one (as
 * server/commands/transactions/read-changes.ts).
 */
export function changesSince(deal: DealState, reader: string, epoch: string, cursor: FeedCursor): Changes {
  const { since } = cursor;
  if (since !== null && (cursor.epoch !== epoch || since > deal.version || since < deal.forgottenTo))
    throw new Refusal('cursor_too_old', 'The deal has to be pulled whole.');
  const isChanged = (table: string, key: string): boolean =>
    since === null ||
    deal.log.some((each) => each.version > since && each.table === table && each.key === key);
  const gone = (table: string, existing: ReadonlyMap<string, unknown>): string[] => [
    ...new Set(
      deal.log
        .filter(
          (each) => since !== null && each.version > since && each.table === table && !existing.has(each.key),
        )
        .map(({ key }) => key),
    ),
  ];
  const lists = new Set(deal.lists.keys());
  for (const { table, key, version } of deal.log) {
    if (since !== null && version > since && table === 'child_lists') lists.add(key);
  }
  return {
    epoch,
    version: deal.version,
    complete: since === null,
    transaction: since === null || deal.version > since ? wireDeal(deal, reader) : null,
    puts: byCollection(({ wire, name }) => wireRows(deal, name).filter(({ uuid }) => isChanged(wire, uuid))),
    deletes: byWire(({ wire }) => gone(wire, deal[wire])),
    lists: [...lists]
      .filter((parent) => isChanged('child_lists', parent))
      .map((parent) => ({
        parent: parentElement(parent),
        children: [...(deal.lists.get(parent) ?? [])],
      })),
    checksum: cursor.checksum ? checksumOf(deal) : null,
  };
}

function byCollection(rowsOf: (collection: DealCollection) => unknown[]): DealRows;
function byCollection(rowsOf: (collection: DealCollection) => unknown[]): Record<string, unknown[]> {
  return byWire(rowsOf);
}

/** How many acts a page of the model has. Only a few, so that there are several pages. */
const ACTS_OF_PAGE = 5;

/**
 * Returns who did what in a deal since the cursor (as server/commands/transactions/read-activity.ts), without
 * the details, which the model doesn't store.
 */
export function activitySince(
  deal: DealState,
  epoch: string,
  { since, epoch: known }: { since: number | null; epoch: string },
): Activity {
  const goesOn = since !== null && known === epoch && since <= deal.version && since >= deal.forgottenTo;
  const acts = actsOf(deal).filter(({ version }) => version > (goesOn ? since : deal.forgottenTo - 1));
  const page = acts.slice(0, ACTS_OF_PAGE);
  const more = acts.length > page.length;
  const version = (more ? page.at(-1)?.version : undefined) ?? deal.version;
  return { epoch, version, complete: !goesOn, more, acts: page };
}

/** Returns every act with a line in the model's log. */
export function actsOf({ log, row }: DealState): Act[] {
  const { uuid, name } = row.created_by;
  return [...Map.groupBy(log, ({ version }) => version)]
    .toSorted(([one], [other]) => one - other)
    .map(([version, lines]) => ({
      version,
      at: row.created_at,
      actor: { uuid, name },
      command: 'model.act',
      subjects: [],
      num_subjects: lines.length,
    }));
}

function checksumOf(deal: DealState): string {
  return dealChecksum({
    rows: byName(({ wire }) => deal[wire].values()),
    lists: deal.lists,
  });
}
