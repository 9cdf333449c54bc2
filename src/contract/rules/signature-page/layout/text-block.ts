import type { FooterBlock, Paragraph, TextBlock } from '../../../entities/signing/signature-page-design.ts';
import type { PageFont, PageFonts } from './page-fonts.ts';
import { fillIn, type ValueOf } from '../design/placeholders.ts';
import { fromText, gap, type Row } from './rows.ts';
import { setText, type Inline, type Notes } from './set-text.ts';

interface Setting {
  readonly font: PageFont;
  readonly fontSize: number;
  readonly fonts: PageFonts;
  readonly valueOf: ValueOf;
  readonly notes: Notes;
  /** The people who sign the sheet and fill in its blanks. */
  readonly signers: readonly string[];
}

/** Lays out a block of text. Paragraphs are half a line apart. */
export function layoutText(block: TextBlock | FooterBlock, width: number, setting: Setting): Row[] {
  const { fonts, notes, fontSize, signers } = setting;
  return block.content.flatMap((paragraph, at) => [
    ...(at > 0 ? [gap(fontSize / 2)] : []),
    ...setText(inlinesOf(paragraph, setting), width, block.text_align, fonts, notes).map((row) =>
      fromText(row, signers),
    ),
  ]);
}

function inlinesOf(paragraph: Paragraph, { font, fontSize, valueOf, notes }: Setting): Inline[] {
  const plain = { bold: false, italic: false, underline: false };
  const spans = typeof paragraph === 'string' ? [{ text: paragraph, ...plain }] : paragraph;
  const inlines = spans.flatMap(({ text, bold, italic, underline }) =>
    fillIn(text, { font, size: fontSize, bold, italic, underline }, 'none', valueOf, null, notes),
  );
  // An empty paragraph is an empty line.
  return inlines.length > 0 ? inlines : [{ text: '', style: { font, size: fontSize, ...plain } }];
}
