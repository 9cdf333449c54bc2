import type { PageBlock } from '../../../../contract/entities/signing/signature-page-design.ts';
import { blockEdits, type PageEdit } from './signature-pages.ts';
import type { ShownPage } from '../../../queries/signing/pages/signature-pages.ts';

/** The result of giving other pages the text of one page. */
interface CopiedText {
  /** The edits of the pages with a different text. */
  readonly edits: readonly PageEdit[];
  /** The number of pages with a different text that were sent, so they keep it. */
  readonly sent: number;
}

/** Returns the edits that give other pages the same text as a page. Pages that were sent or can't be read are left out. */
export function copyTextToPages(page: ShownPage, others: readonly ShownPage[]): CopiedText {
  const from = page.design?.blocks ?? [];
  const different = others.flatMap(({ row, design, isSent }) => {
    const blocks = design && row.uuid !== page.row.uuid ? copyPageText(from, design.blocks) : null;
    return blocks ? [{ edit: { uuid: row.uuid, blocks }, isSent }] : [];
  });
  return {
    edits: different.flatMap(({ edit, isSent }) => (isSent ? [] : [edit])),
    sent: different.filter(({ isSent }) => isSent).length,
  };
}

/**
 * Returns the edit that gives a page the same text as another one: its texts, lead-in, witness clause, footer and spaces, in
 * the same places. Signature blocks don't change except for their rows, so that each text stays on its side of them. Returns
 * null if the pages already have the same text.
 */
export function copyPageText(
  from: readonly PageBlock[],
  to: readonly PageBlock[],
): PageEdit['blocks'] | null {
  const signatures = to.filter(isSignature);
  const [given, own] = [rowsOf(from.filter(isSignature)), rowsOf(signatures)];
  // If a page has more rows of signature blocks, all of them come before the texts that follow.
  const extra = given.length === 0 ? 0 : Math.max(0, own.length - given.length);
  const last = given.at(-1) ?? Math.max(-1, ...from.filter(isAboveFooter).map(({ grid }) => grid.y));
  const rowOf = (y: number): number => {
    const at = own.indexOf(y);
    return given[at] ?? last + at - given.length + 1;
  };
  const taken = new Set(signatures.map(({ id }) => id));
  const texts = from
    .filter((block) => !isSignature(block))
    .map((block) => ({
      ...inRow(block, given.length > 0 && block.grid.y > last ? block.grid.y + extra : block.grid.y),
      id: taken.has(block.id) ? `${block.id}-text` : block.id,
    }));
  const wanted = [...texts, ...signatures.map((block) => inRow(block, rowOf(block.grid.y)))];
  const put = blockEdits(to, wanted);
  const kept = new Set(wanted.map(({ id }) => id));
  const removed = to.flatMap(({ id }) => (kept.has(id) ? [] : [id]));
  return put.length + removed.length > 0 ? { put, removed } : null;
}

function isSignature({ kind }: PageBlock): boolean {
  return kind === 'signature';
}

function isAboveFooter({ kind }: PageBlock): boolean {
  return kind !== 'footer';
}

function rowsOf(blocks: readonly PageBlock[]): number[] {
  return [...new Set(blocks.map(({ grid }) => grid.y))].toSorted((one, other) => one - other);
}

function inRow(block: PageBlock, y: number): PageBlock {
  return block.grid.y === y ? block : { ...block, grid: { ...block.grid, y } };
}
