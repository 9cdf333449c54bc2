import { expect, test } from 'vitest';
import { designOfBlock, readBlockDesign, withDesign } from './block-design.ts';
import { newSignatureBlock } from './new-design.ts';
import { withTextStyle } from './signature-look.ts';

const bold = withTextStyle(newSignatureBlock('one', 1), 'header', { bold: true });

test('a block takes on the look of a design and keeps its own place', () => {
  const other = { ...newSignatureBlock('other', 5), grid: { x: 0, y: 5, w: 6, h: 2 } };
  const styled = withDesign(other, designOfBlock(bold));
  expect(styled.block_styles.header.bold).toBe(true);
  expect(styled).toMatchObject({ id: 'other', grid: { x: 0, y: 5, w: 6, h: 2 } });
});

test('a design is read back as it was saved, with fields that this version doesn’t know', () => {
  const saved = { ...designOfBlock(bold), stamp: { x: 1 } };
  expect(readBlockDesign(structuredClone(saved))).toEqual({ design: saved });
});

test('an empty design is the default one', () => {
  const read = readBlockDesign({});
  expect(read).toEqual({ design: designOfBlock(newSignatureBlock('any', 0)) });
});

test('a design from a newer version can’t be read, and the error says so', () => {
  expect(readBlockDesign({ ...designOfBlock(bold), design_version: 2 })).toEqual({
    problem: 'A newer version of Counterpart made this design. Reload to update, then try again.',
  });
});
