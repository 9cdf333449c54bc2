import { expect, test } from 'vitest';
import type { PageBlock, TextBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import { newPageDesign } from '../../../contract/rules/signature-page/design/new-design.ts';
import { editOf, isText, withDraft } from './use-text-editing.ts';

const saved: readonly PageBlock[] = newPageDesign().blocks;
const leadIn = saved.find((block): block is TextBlock => block.kind === 'lead_in' && isText(block));
if (!leadIn) throw new Error('A new page has no lead-in.');
const { id } = leadIn;
const others = saved.filter((block) => block.id !== id);
const typed = (text: string): TextBlock => ({ ...leadIn, content: [text] });

test('typed text is saved in its block, together with a style that someone else changed in the meantime', () => {
  const restyled = saved.map((block) =>
    block.id === id ? { ...leadIn, text_align: 'right' as const } : block,
  );
  const edited = { ...typed('Signed today'), text_align: 'right' };
  expect(withDraft(restyled, typed('Signed today')).find((block) => block.id === id)).toEqual(edited);
  expect(editOf(typed('Signed today'), restyled)).toEqual({ put: [edited], removed: [] });
});

test('typed text stays and is saved if someone else removes the block in the meantime', () => {
  const draft = typed('Signed today');
  expect(withDraft(others, draft)).toEqual([...others, draft]);
  expect(editOf(draft, others)).toEqual({ put: [draft], removed: [] });
});

test('a text left empty is removed, unless someone else has already removed it', () => {
  expect(editOf(typed('  '), saved)).toEqual({ put: [], removed: [id] });
  expect(editOf(typed('  '), others)).toBeNull();
});

test('a text left unchanged makes no edit', () => {
  expect(editOf({ ...leadIn }, saved)).toBeNull();
});
