import { describe, expect, it } from 'vitest';
import {
  pageBlockSchema,
  type PageBlock,
} from '../../../../contract/entities/signing/signature-page-design.ts';
import type { StoredBlock } from '../../../../contract/entities/signing/signature-page.ts';
import { editBlocks } from '../../../../contract/rules/signature-page/design/edit-blocks.ts';
import {
  newPageDesign,
  newSignatureBlock,
} from '../../../../contract/rules/signature-page/design/new-design.ts';
import { generatedPage } from './new-page.ts';
import type { ShownPage } from '../../../queries/signing/pages/signature-pages.ts';
import { copyPageText, copyTextToPages } from './copy-page-text.ts';

function text(id: string, y: number, content = id): PageBlock {
  return { id, kind: 'text', grid: { x: 0, y, w: 12, h: 1 }, content: [content], text_align: 'left' };
}

function copied(from: readonly PageBlock[], to: readonly PageBlock[]): PageBlock[] {
  const edits = copyPageText(from, to);
  return edits ? pageBlockSchema.array().parse(editBlocks<StoredBlock>(to, edits)) : [...to];
}

const rowsOf = (blocks: readonly PageBlock[]) =>
  Object.fromEntries(blocks.map(({ id, grid }) => [id, grid.y]));

describe('copying the text of a page', () => {
  it('changes texts, adds and removes them, and leaves signature blocks as they are', () => {
    const signature = { ...newSignatureBlock('signature', 1), auth_rep_alignment: 'left' as const };
    const from = [text('lead-in', 0, 'Signed by:'), newSignatureBlock('signature', 1), text('new', 2)];
    const to = [text('lead-in', 0), signature, text('old', 2)];
    expect(copied(from, to)).toEqual([text('lead-in', 0, 'Signed by:'), signature, text('new', 2)]);
  });

  it('does nothing if the text is the same, even if the blocks are in another order', () => {
    const { blocks } = newPageDesign();
    expect(copyPageText(blocks, blocks.toReversed())).toBeNull();
  });

  it('keeps each text on its side of the signature blocks', () => {
    const from = [text('first', 0), text('second', 1), newSignatureBlock('signature', 2), text('last', 3)];
    const to = [newSignatureBlock('left', 0), newSignatureBlock('below', 1), text('first', 2)];
    const rows = rowsOf(copied(from, to));
    expect(rows).toEqual({ first: 0, second: 1, left: 2, below: 3, last: 4 });
    // A second copy changes nothing.
    expect(copyPageText(from, copied(from, to))).toBeNull();
  });

  it('puts the signature blocks below the text of a page that has none', () => {
    const rows = rowsOf(copied([text('first', 0), text('second', 1)], [newSignatureBlock('signature', 0)]));
    expect(rows).toEqual({ first: 0, second: 1, signature: 2 });
  });

  it('does not overwrite a signature block that has the id of a text', () => {
    const after = copied([text('block', 0)], [newSignatureBlock('block', 0)]);
    expect(after.map(({ id, kind }) => [id, kind])).toEqual([
      ['block', 'signature'],
      ['block-text', 'text'],
    ]);
  });
});

function page(uuid: string, blocks: PageBlock[] | null, isSent = false): ShownPage {
  const row = generatedPage(
    { uuid, transaction: 'deal', item: 'item', order: 0 },
    { userId: 'me', madeAt: '2026-01-01T00:00:00.000Z' },
  );
  const design = blocks && { ...newPageDesign(), blocks };
  return { row, design, problem: null, groups: [], warnings: [], signatures: 0, isSent };
}

it('pages that were sent keep their text and are counted; unreadable pages and pages with the same text are left out', () => {
  const from = page('open', [text('lead-in', 0, 'New')]);
  const others = [
    from,
    page('same', [text('lead-in', 0, 'New')]),
    page('other', [text('lead-in', 0)]),
    page('sent', [text('lead-in', 0)], true),
    page('sent with the same text', [text('lead-in', 0, 'New')], true),
    page('unreadable', null),
  ];
  const { edits, sent } = copyTextToPages(from, others);
  expect(edits.map(({ uuid }) => uuid)).toEqual(['other']);
  expect(sent).toBe(1);
});
