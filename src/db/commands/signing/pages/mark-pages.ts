import { signaturePageCollection } from '../../../../contract/collections/signature-pages.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { requestTo, type CommandDefinition, type Step } from '../../../outbox/command.ts';
import { mutate, runSteps, step } from '../../../outbox/mutate.ts';
import {
  dependentsOf,
  keyOf,
  rowsAlong,
  type DeleteArgs,
  type DeletedRow,
} from '../../collections/delete-row.ts';
import type { RowInDeal } from '../../collections/edit-row.ts';
import { filePage } from './new-page.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

/** A page of an item's file. Its signature page has the same uuid. */
export interface FilePage extends RowInDeal {
  item: string;
  document: string;
  refPageNumber: number;
  /** Its position among the item's signature pages, according to this device. */
  order: number;
}

/** Marks a page of a file as a signature page, and its item to be signed. */
export const markPageDefinition: CommandDefinition<FilePage> = {
  name: 'signature-page.mark',
  lane: ({ transaction }) => transaction,
  keys: ({ uuid, item }) => [
    { table: 'signaturePages', key: uuid },
    { table: 'items', key: item },
  ],
  structural: false,
  creates: ({ uuid }) => [uuid],
  refersTo: ({ uuid, item, document }) => [uuid, item, document],
  touches: ({ uuid, item }) => [uuid, item],
  apply(draft, { transaction, uuid, item, document, refPageNumber, order }, stamp) {
    if (!draft.get('signaturePages', uuid))
      draft.put(
        'signaturePages',
        uuid,
        filePage({ uuid, transaction, item, document, refPageNumber, order }, stamp),
      );
    const row = draft.get('items', item);
    if (row && !row.forSigning) draft.put('items', item, { ...row, forSigning: true });
  },
  inverse({ transaction, uuid, item }, before) {
    if (before.get('signaturePages', uuid)) return [];
    const unmarking = step(
      unmarkPageDefinition,
      { transaction, uuid, item },
      (shown) => shown.get('signaturePages', uuid) !== null,
    );
    if (before.get('items', item)?.forSigning !== false) return [unmarking];
    const edits = { forSigning: false };
    return [
      unmarking,
      step(
        STANDARD.items.update,
        { transaction, uuid: item, edits },
        (shown) => shown.get('items', item)?.forSigning === true,
      ),
    ];
  },
  request: ({ item, uuid }) =>
    requestTo('items', 'markPageForSigning', { id: item, page_uuid: uuid, for_signing: true }),
  refreshes: ['signaturePages', 'items'],
  failure: 'There was a problem attempting to mark the page',
};

export interface UnmarkArgs extends DeleteArgs {
  item: string;
}

const { delete: deletion, restore: restoring } = STANDARD.signaturePages;

/** Unmarks a page of a file, with its assignments. */
export const unmarkPageDefinition: CommandDefinition<UnmarkArgs> = {
  name: 'signature-page.unmark',
  lane: (args) => deletion.lane(args),
  keys: (args) => deletion.keys(args),
  structural: false,
  creates: () => [],
  refersTo: ({ uuid, item }) => [uuid, item],
  touches: ({ uuid }) => [uuid],
  apply: (draft, args, stamp) => deletion.apply(draft, args, stamp),
  inverse({ transaction, uuid, along = [] }, before) {
    const row = before.get('signaturePages', uuid);
    return row ? [step(restoreMarkedPageDefinition, { transaction, row, ...rowsAlong(before, along) })] : [];
  },
  request: ({ item, uuid }) =>
    requestTo('items', 'markPageForSigning', { id: item, page_uuid: uuid, for_signing: false }),
  refreshes: deletion.refreshes,
  failure: 'There was a problem attempting to unmark the page',
};

/** Marks a page again after it was unmarked, and restores its assignments. */
export const restoreMarkedPageDefinition: CommandDefinition<DeletedRow<'signaturePages'>> = {
  ...restoring,
  name: 'signature-page.mark-again',
  inverse: ({ transaction, row, along = [] }) => [
    step(
      unmarkPageDefinition,
      { transaction, uuid: row.uuid, item: row.item, along: along.map(keyOf) },
      (shown) => shown.get('signaturePages', row.uuid) !== null,
    ),
  ],
  failure: 'There was a problem attempting to mark the page',
};

/** Marks pages of files as signature pages. One act to undo. */
export async function markPages(db: MirrorDatabase, pages: readonly FilePage[]): Promise<Step[]> {
  return runSteps(
    db,
    pages.map((page) => step(markPageDefinition, page)),
  );
}

/** Unmarks a page of a file, with its assignments. */
export async function unmarkPage(
  db: MirrorDatabase,
  { transaction, uuid, item }: RowInDeal & { item: string },
): Promise<Step[]> {
  const along = await dependentsOf(db, signaturePageCollection.name, [uuid]);
  return mutate(db, unmarkPageDefinition, { transaction, uuid, item, along });
}
