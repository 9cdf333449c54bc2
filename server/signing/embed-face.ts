import type { Font, Subset } from '@cantoo/fontkit';
import { PDFString, type PDFContext, type PDFRef } from '@cantoo/pdf-lib';
import type { Glyph } from '../../src/contract/rules/signature-page/layout/sheet.ts';

/** The maximum number of lines in a block of a ToUnicode map. */
const MOST_MAPPED = 100;

/**
 * A font in a PDF that contains only the used glyphs. Each pair of glyph and text has its own code, so that text is copied
 * correctly although Arabic letters share glyphs.
 */
export class EmbeddedFace {
  readonly ref: PDFRef;
  readonly name: string;
  private readonly font: Font;
  private readonly subset: Subset;
  private readonly codes = new Map<string, number>();
  private readonly chars: string[] = [''];
  private readonly glyphs: number[] = [0];
  private readonly widths: number[];
  private readonly toThousandths: number;

  constructor(font: Font, name: string, ref: PDFRef) {
    this.font = font;
    this.name = name;
    this.ref = ref;
    this.subset = font.createSubset();
    this.toThousandths = 1000 / font.unitsPerEm;
    this.widths = [this.widthOf(0)];
  }

  /** Returns the code of a glyph in hexadecimal, and the width that viewers assume for it. */
  encode({ id, chars }: Glyph): { hex: string; width: number } {
    const key = `${id} ${chars}`;
    let code = this.codes.get(key);
    if (code === undefined) {
      code = this.chars.length;
      this.codes.set(key, code);
      this.chars.push(chars);
      this.glyphs.push(this.subset.includeGlyph(id));
      this.widths.push(this.widthOf(id));
    }
    return { hex: code.toString(16).padStart(4, '0'), width: this.widths[code] ?? 0 };
  }

  /** Writes the font. Call it once, after all pages are drawn. */
  write(context: PDFContext): void {
    const { font, toThousandths } = this;
    const { minX, minY, maxX, maxY } = font.bbox;
    const name = `${tagOf([...this.codes.keys()].join())}+${font.postscriptName ?? 'Font'}`;
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        // Symbolic, because the codes follow no standard encoding.
        Flags: 4,
        FontBBox: [minX, minY, maxX, maxY].map((value) => value * toThousandths),
        ItalicAngle: font.italicAngle,
        Ascent: font.ascent * toThousandths,
        Descent: font.descent * toThousandths,
        CapHeight: (font.capHeight || font.ascent) * toThousandths,
        StemV: 80,
        FontFile2: context.register(context.flateStream(this.subset.encode())),
      }),
    );
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        CIDToGIDMap: context.register(context.flateStream(this.glyphMap())),
        FontDescriptor: descriptor,
        W: [0, this.widths],
      }),
    );
    context.assign(
      this.ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: context.register(context.flateStream(this.unicodeMap())),
      }),
    );
  }

  private widthOf(glyph: number): number {
    return (this.font.getGlyph(glyph)?.advanceWidth ?? 0) * this.toThousandths;
  }

  private glyphMap(): Uint8Array {
    const bytes = new Uint8Array(this.glyphs.length * 2);
    const view = new DataView(bytes.buffer);
    this.glyphs.forEach((glyph, code) => view.setUint16(code * 2, glyph));
    return bytes;
  }

  private unicodeMap(): string {
    const lines = this.chars.flatMap((chars, code) =>
      chars === '' ? [] : [`<${code.toString(16).padStart(4, '0')}> <${utf16(chars)}>`],
    );
    const blocks: string[] = [];
    for (let at = 0; at < lines.length; at += MOST_MAPPED) {
      const block = lines.slice(at, at + MOST_MAPPED);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin',
      '12 dict begin',
      'begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def',
      '/CMapType 2 def',
      '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
      ...blocks,
      'endcmap',
      'CMapName currentdict /CMap defineresource pop',
      'end',
      'end',
    ].join('\n');
  }
}

/**
 * Returns the six letters that the name of a subset must start with. They depend on the glyphs: in merged PDFs, some printers mix up
 * fonts with the same name.
 */
function tagOf(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0;
  let tag = '';
  for (let letter = 0; letter < 6; letter += 1) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

function utf16(text: string): string {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return hex;
}
