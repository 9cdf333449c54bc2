import type { StoredBlock } from '../../../../contract/entities/signing/signature-page.ts';
import {
  editBlocks,
  isMove,
  undoBlockEdits,
  withoutPlace,
  type BlockEdits,
  type MovedBlock,
} from '../../../../contract/rules/signature-page/design/edit-blocks.ts';
import { camelize, snakify } from '../../../codec.ts';
import type { MirrorDatabase } from '../../../database.ts';
import { equal } from '../../../equal.ts';
import type { CommandDefinition, Step } from '../../../outbox/command.ts';
import { runSteps, step } from '../../../outbox/mutate.ts';
import type { CollectionRow } from '../../../rows.ts';
import type { RowInDeal } from '../../collections/edit-row.ts';
import { STANDARD } from '../../collections/standard-commands.ts';

type SignaturePageRow = CollectionRow<'signaturePages'>;
type RowBlock = SignaturePageRow['blocks'][number];

/** The settings of a whole page. */
export type PageLook = Pick<SignaturePageRow, 'margins' | 'font' | 'fontSize' | 'consolidateSigner'>;

export interface EditBlocksArgs extends RowInDeal {
  /** Blocks use the wire's names here, as in a design. */
  edits: { blocks: { put: (StoredBlock | MovedBlock)[]; removed: string[] } };
}

/** Changes, moves, adds or removes blocks of a page. Its other blocks are not touched, so that two people can edit one page. */
export const editBlocksDefinition: CommandDefinition<EditBlocksArgs> = {
  name: 'signature-page.edit-blocks',
  lane: ({ transaction }) => transaction,
  keys: ({ uuid }) => [{ table: 'signaturePages', key: uuid }],
  structural: false,
  creates: () => [],
  refersTo: ({ uuid }) => [uuid],
  touches: ({ uuid }) => [uuid],
  edits: ({ uuid }) => ({ table: 'signaturePages', key: uuid }),
  // Restoring a block doesn't replace its removal, because the block then comes last on the page, not where it was.
  replaces: ({ edits }, earlier) => equal(changesOf(edits.blocks), changesIn(earlier)),
  apply(draft, { uuid, edits }) {
    const row = draft.get('signaturePages', uuid);
    if (row)
      draft.put('signaturePages', uuid, { ...row, blocks: editBlocks(row.blocks, asInRow(edits.blocks)) });
  },
  inverse(args, before) {
    const row = before.get('signaturePages', args.uuid);
    if (!row) return [];
    const asked = asInRow(args.edits.blocks);
    const { put, removed } = undoBlockEdits(row.blocks, asked);
    const back = { ...args, edits: { blocks: { put: put.map(editOnWire), removed: [...removed] } } };
    return [
      step(editBlocksDefinition, back, (shown) => {
        const now = shown.get('signaturePages', args.uuid)?.blocks;
        return now !== undefined && equal(now, editBlocks(now, asked));
      }),
    ];
  },
  request: ({ uuid, edits: { blocks } }) => ({
    endpoint: 'signaturePages.update',
    input: { id: uuid, blocks: blocks.put, removed_blocks: blocks.removed },
  }),
  refreshes: ['signaturePages'],
  failure: 'There was a problem attempting to update the signature page',
};

function asInRow({ put, removed }: EditBlocksArgs['edits']['blocks']): BlockEdits<RowBlock> {
  return { put: put.map((block) => camelize(block)), removed };
}

/** Converts a row's block to the design's format. */
export function blockOnWire({ id, kind, ...rest }: RowBlock): StoredBlock {
  return { ...snakify(rest), id, kind };
}

function editOnWire(edit: RowBlock | MovedBlock): StoredBlock | MovedBlock {
  return isMove(edit) ? { id: edit.id, grid: snakify(edit.grid) } : blockOnWire(edit);
}

interface BlockChange {
  readonly id: string;
  readonly kind?: unknown;
  readonly grid?: unknown;
}

function changesOf({ put, removed }: { put: readonly BlockChange[]; removed: readonly string[] }): string[] {
  const partOf = ({ kind, grid }: BlockChange) =>
    kind === undefined ? 'place' : grid === undefined ? 'rest' : 'block';
  return [
    ...put.map((edit) => `put ${partOf(edit)} ${edit.id}`),
    ...removed.map((id) => `remove ${id}`),
  ].toSorted();
}

/** Returns the same for an earlier edit on disk. */
function changesIn(args: unknown): string[] {
  const blocks = fieldOf(fieldOf(args, 'edits'), 'blocks');
  return changesOf({
    put: listOf(fieldOf(blocks, 'put')).map((block) => ({
      id: String(fieldOf(block, 'id')),
      kind: fieldOf(block, 'kind'),
      grid: fieldOf(block, 'grid'),
    })),
    removed: listOf(fieldOf(blocks, 'removed')).map(String),
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}

/**
 * Returns how blocks differ from those shown. The place of a block is omitted if it doesn't change, and everything else if
 * the block is only moved, so that these two kinds of edits don't conflict.
 */
export function blockEdits(
  shown: readonly StoredBlock[],
  put: readonly StoredBlock[],
): (StoredBlock | MovedBlock)[] {
  const known = new Map(shown.map((block) => [block.id, block]));
  return put.flatMap((block): (StoredBlock | MovedBlock)[] => {
    const before = known.get(block.id);
    if (!before) return [block];
    const isInPlace = equal(block['grid'], before['grid']);
    if (equal(withoutPlace(block), withoutPlace(before)))
      return isInPlace ? [] : [{ id: block.id, grid: block['grid'] }];
    return [isInPlace ? withoutPlace(block) : block];
  });
}

/** One edit of a page. */
export interface PageEdit {
  uuid: string;
  look?: { [Field in keyof PageLook]?: PageLook[Field] | undefined };
  blocks?: EditBlocksArgs['edits']['blocks'];
}

/** Changes pages as one act. */
export async function editSignaturePages(
  db: MirrorDatabase,
  { transaction, pages }: { transaction: string; pages: readonly PageEdit[] },
): Promise<Step[]> {
  return runSteps(
    db,
    pages.flatMap(({ uuid, look, blocks }) => [
      ...(look ? [step(STANDARD.signaturePages.update, { transaction, uuid, edits: look })] : []),
      ...(blocks ? [step(editBlocksDefinition, { transaction, uuid, edits: { blocks } })] : []),
    ]),
  );
}
