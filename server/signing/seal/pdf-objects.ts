import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFRef,
  type PDFObject,
} from '@cantoo/pdf-lib';

/** A PDF that may be larger than memory. */
export interface PdfBytes {
  readonly size: number;
  readonly read: (from: number, to: number) => Promise<Uint8Array>;
}

/** The end of a file says where its table of objects begins (ISO 32000-2, 7.5.5). */
const TAIL_BYTES = 1024;
/** The table of three million objects. */
const MOST_TABLE_BYTES = 64 * 1024 * 1024;
/** The list of 600,000 pages. */
const MOST_OBJECT_BYTES = 8 * 1024 * 1024;

/**
 * Reads single objects of a PDF without the rest of it. Only for PDFs that PDFium or pdf-lib has written here: they are in one piece, and
 * have a table of their objects.
 */
export class PdfObjects {
  readonly context: PDFContext;
  readonly trailer: PDFDict;
  /** Where the table of objects begins. */
  readonly table: number;
  readonly #pdf: PdfBytes;
  /** By the numbers of the objects. */
  readonly #offsets: ReadonlyMap<number, number>;

  private constructor(
    pdf: PdfBytes,
    { context, trailer, table }: Pick<PdfObjects, 'context' | 'trailer' | 'table'>,
    offsets: ReadonlyMap<number, number>,
  ) {
    this.#pdf = pdf;
    this.#offsets = offsets;
    this.context = context;
    this.trailer = trailer;
    this.table = table;
  }

  static async open(pdf: PdfBytes): Promise<PdfObjects> {
    const tail = textOf(await pdf.read(Math.max(0, pdf.size - TAIL_BYTES), pdf.size));
    const table = Number(/startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail)?.[1] ?? pdf.size);
    if (table >= pdf.size || pdf.size - table > MOST_TABLE_BYTES)
      throw new Error('The PDF doesn’t say where its objects are.');
    const text = textOf(await pdf.read(table, pdf.size));
    const { offsets, end } = readTable(text);
    const context = PDFContext.create();
    const trailer = parse(text.slice(end), context);
    if (!(trailer instanceof PDFDict)) throw new Error('The PDF has no trailer.');
    const hasMore = ['Prev', 'XRefStm', 'Encrypt'].some((key) => trailer.has(PDFName.of(key)));
    if (hasMore) throw new Error('The PDF is encrypted, or not in one piece.');
    return new PdfObjects(pdf, { context, trailer, table }, offsets);
  }

  /** The lowest number that no object has. */
  get nextNumber(): number {
    const size = this.trailer.get(PDFName.of('Size'));
    if (!(size instanceof PDFNumber)) throw new Error('The PDF doesn’t say how many objects it has.');
    return size.asNumber();
  }

  /** Returns a value, or the object that it refers to. Not for streams. */
  async resolve(value: PDFObject | undefined): Promise<PDFObject | undefined> {
    if (!(value instanceof PDFRef)) return value;
    const from = this.#offsets.get(value.objectNumber);
    if (from === undefined) return undefined;
    let to = this.table;
    for (const offset of this.#offsets.values()) if (offset > from && offset < to) to = offset;
    if (to - from > MOST_OBJECT_BYTES) throw new Error(`Object ${value.objectNumber} is too large.`);
    const text = textOf(await this.#pdf.read(from, to));
    const [head, number] = /^\s*(\d+)\s+\d+\s+obj/.exec(text) ?? [];
    if (head === undefined || Number(number) !== value.objectNumber)
      throw new Error(`Object ${value.objectNumber} isn’t where the table says.`);
    return parse(text.slice(head.length), this.context);
  }

  /** @throws {Error} if it is something else */
  async dict(value: PDFObject | undefined): Promise<PDFDict> {
    const found = await this.resolve(value);
    if (!(found instanceof PDFDict)) throw new Error(`The PDF has no object ${String(value)}.`);
    return found;
  }
}

/** Bytes as text, a character each. `TextDecoder` has no such encoding. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function parse(text: string, context: PDFContext): PDFObject {
  return PDFObjectParser.forBytes(Buffer.from(text, 'latin1'), context).parseObject();
}

/**
 * Reads the table of objects (ISO 32000-2, 7.5.4).
 * @returns where each object begins, and where the trailer does
 */
function readTable(text: string): { offsets: Map<number, number>; end: number } {
  const offsets = new Map<number, number>();
  const part = /\s*(?:xref\s+)?(\d+) (\d+)\s+|\s*trailer/y;
  const entry = /(\d{10}) \d{5} ([nf])\s{1,2}/y;
  for (let end = 0; ;) {
    part.lastIndex = end;
    const [found, first, count] = part.exec(text) ?? [];
    if (found === undefined) throw new Error('The PDF has no cross-reference table.');
    end = part.lastIndex;
    if (first === undefined) return { offsets, end };
    for (let at = 0; at < Number(count); at += 1) {
      entry.lastIndex = end;
      const [, offset, kind] = entry.exec(text) ?? [];
      if (offset === undefined) throw new Error('The table of objects is damaged.');
      end = entry.lastIndex;
      if (kind === 'n') offsets.set(Number(first) + at, Number(offset));
    }
  }
}
