import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TextBlock } from '../../../../contract/entities/signing/signature-page-design.ts';
import { newPageDesign } from '../../../../contract/rules/signature-page/design/new-design.ts';
import { readDesign } from '../../../../contract/rules/signature-page/design/read-design.ts';
import { camelize, snakify } from '../../../codec.ts';
import { MirrorDatabase } from '../../../database.ts';
import { newUuid } from '../../../uuid.ts';
import { undoSteps } from '../../tray/undo-steps.ts';
import { generatedPage } from './new-page.ts';
import { blockEdits, blockOnWire, editSignaturePages } from './signature-pages.ts';

const [transaction, item] = [newUuid(), newUuid()];
const pages = [newUuid(), newUuid()] as const;
let db: MirrorDatabase;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const stamp = { userId: newUuid(), madeAt: '2026-03-01T12:00:00.000Z' };
  await db.signaturePages.bulkPut(
    pages.map((uuid, order) => generatedPage({ uuid, transaction, item, order }, stamp)),
  );
});

afterEach(async () => db.delete());

const shown = async () =>
  (await db.signaturePages.toArray())
    .toSorted((one, other) => one.order - other.order)
    .map(({ blocks, fontSize, margins }) => ({ blocks, fontSize, margins }));

function text(id: string, content: string): TextBlock {
  return { id, kind: 'text', grid: { x: 0, y: 0, w: 12, h: 1 }, content: [content], text_align: 'left' };
}

const edit = async (put: TextBlock[], removed: string[] = []) =>
  editSignaturePages(db, {
    transaction,
    pages: pages.map((uuid) => ({ uuid, look: { fontSize: 10 }, blocks: { put, removed } })),
  });

it('edits the look and the text of several pages as one act, which undo and redo reverse as a whole', async () => {
  const before = await shown();
  const undo = await edit([text('lead-in', 'Signed by:'), text('new', 'More')], ['footer']);
  const after = await shown();
  expect(after.map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([
    ['lead-in', 'signature', 'new'],
    ['lead-in', 'signature', 'new'],
  ]);
  expect(snakify(after[1]?.blocks[0] ?? {})).toMatchObject({ content: ['Signed by:'] });
  expect(after[0]?.fontSize).toBe(10);
  const redo = (await undoSteps(db, undo)) ?? [];
  // A removed block comes back at the end of the list. Its row determines where it is shown.
  const byId = (rows: typeof before) =>
    rows.map(({ blocks, ...look }) => ({
      ...look,
      blocks: blocks.toSorted((one, other) => one.id.localeCompare(other.id)),
    }));
  expect(byId(await shown())).toEqual(byId(before));
  await undoSteps(db, redo);
  expect(byId(await shown())).toEqual(byId(after));
});

it('keeps what a newer version added to blocks and pages, in the edit that is sent and when it is undone', async () => {
  const [uuid] = pages;
  const added = {
    ribbon: { line_2: 'Sealed', is_wide: true },
    content: [[{ text: 'Signed', is_struck: true }]],
  };
  const lead = { ...text('lead-in', ''), kind: 'lead_in', ...added };
  const style = { bold: true, letter_spacing: 0.5 };
  const signature = {
    id: 'signature',
    kind: 'signature',
    block_styles: { name: style, frame_1: { is_on: true } },
  };
  const seal = {
    id: 'seal',
    kind: 'seal',
    grid: { x: 0, y: 9, w: 2, h: 2, anchor: 'top' },
    file_key: 'seal.svg',
  };
  const blocks = [lead, signature, seal].map((block) => camelize(block));
  const ofNewerVersion = { watermark: { textLine: 'Draft' } };
  await db.signaturePages.update(uuid, { blocks, ...ofNewerVersion });
  const row = async () => db.signaturePages.get(uuid);
  const before = await row();
  // As the editor has them: read as a design, with the defaults filled in.
  const read = readDesign({ ...newPageDesign(), blocks: (before?.blocks ?? []).map(blockOnWire) });
  if ('problem' in read) throw new Error(read.problem);
  const [first, second, third] = read.design.blocks;
  if (!first || !second || !third) throw new Error('There are too few blocks.');
  const put = blockEdits(read.design.blocks, [
    { ...first, text_align: 'center' },
    { ...second, auth_rep_alignment: 'left' },
    { ...third, grid: { ...third.grid, x: 4 } },
  ]);
  const undo = await editSignaturePages(db, {
    transaction,
    pages: [{ uuid, look: { fontSize: 10 }, blocks: { put, removed: [] } }],
  });
  const after = await row();
  expect(after).toMatchObject({ watermark: { textLine: 'Draft' } });
  expect(after?.blocks.map(blockOnWire)).toMatchObject([
    { ...lead, text_align: 'center' },
    { ...signature, auth_rep_alignment: 'left' },
    { ...seal, grid: { ...seal.grid, x: 4 } },
  ]);
  const sent = (await db.outbox.toArray()).find(({ name }) => name === 'signature-page.edit-blocks');
  const edits = [added, signature, { id: 'seal', grid: { ...seal.grid, x: 4 } }];
  expect(sent?.args).toMatchObject({ edits: { blocks: { put: edits } } });
  await undoSteps(db, undo);
  expect((await row())?.blocks).toEqual(before?.blocks);
});

it('undoes an edit of one block and keeps what was done to another block since', async () => {
  const undo = await edit([text('lead-in', 'First')]);
  await edit([text('footer', 'Second')]);
  await undoSteps(db, undo);
  const [page] = await shown();
  const contents = page?.blocks.map((block) => (block.id === 'signature' ? '' : block['content']));
  expect(contents?.[0]).not.toEqual(['First']);
  expect(contents?.[2]).toEqual(['Second']);
});

it('refuses to undo an edit of a block that was edited again', async () => {
  const undo = await edit([text('lead-in', 'First')]);
  await edit([text('lead-in', 'Second')]);
  await expect(undoSteps(db, undo)).resolves.toBeNull();
  expect((await shown())[0]?.blocks[0]).toMatchObject({ content: ['Second'] });
});

it('undoes a move and keeps text that was typed later', async () => {
  const [uuid] = pages;
  const change = async (put: ReturnType<typeof blockEdits>) =>
    editSignaturePages(db, { transaction, pages: [{ uuid, blocks: { put, removed: [] } }] });
  const saved = (await db.signaturePages.get(uuid))?.blocks.map(blockOnWire) ?? [];
  const [leadIn] = saved;
  if (!leadIn) throw new Error('A new page has no lead-in.');
  const undo = await change(blockEdits(saved, [{ ...leadIn, grid: { x: 0, y: 7, w: 12, h: 1 } }]));
  const { grid: _, ...typed } = text('lead-in', 'Since');
  await change([typed]);
  expect((await shown())[0]?.blocks[0]).toMatchObject({ content: ['Since'], grid: { y: 7 } });
  expect(await db.outbox.count()).toBe(2);
  await undoSteps(db, undo);
  expect((await shown())[0]?.blocks[0]).toMatchObject({ content: ['Since'], grid: leadIn['grid'] });
});

it('sends only the place of a block that is moved, and only the rest of a block that stays where it is', () => {
  const [moved, typed, same] = [text('moved', ''), text('typed', ''), text('same', '')];
  const grid = { x: 0, y: 3, w: 12, h: 1 };
  const put = [{ ...moved, grid }, { ...typed, content: ['Typed'] }, same, text('new', 'New')];
  const { grid: _, ...rest } = text('typed', 'Typed');
  expect(blockEdits([moved, typed, same], put)).toEqual([{ id: 'moved', grid }, rest, text('new', 'New')]);
  const both = { ...typed, content: ['Typed'], grid };
  expect(blockEdits([typed], [both])).toEqual([both]);
});

it('keeps removing a block and restoring it as two edits, so that the block stays where it is shown', async () => {
  const [uuid] = pages;
  const change = async (blocks: { put: TextBlock[]; removed: string[] }) =>
    editSignaturePages(db, { transaction, pages: [{ uuid, blocks }] });
  await change({ put: [], removed: ['lead-in'] });
  await change({ put: [text('lead-in', 'Back')], removed: [] });
  expect(await db.outbox.count()).toBe(2);
  await change({ put: [text('lead-in', 'Back again')], removed: [] });
  expect(await db.outbox.count()).toBe(2);
  const [page] = await shown();
  expect(page?.blocks.map(({ id }) => id)).toEqual(['signature', 'footer', 'lead-in']);
});
