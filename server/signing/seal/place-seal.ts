import { PDFArray, PDFDict, PDFHexString, PDFName, PDFRef, PDFString, type PDFObject } from '@cantoo/pdf-lib';
import { CONTENTS_BYTES } from '../../../src/contract/rules/evidence/byte-range.ts';
import { concat, type Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { PdfObjects, type PdfBytes } from './pdf-objects.ts';

/** Invisible: printed and locked (ISO 32000-2, 12.5.3). */
const PRINT_AND_LOCKED = 132;

/** Room for any offset in a file, filled in when it is signed. */
const ANY_OFFSET = 9_999_999_999;

/** Levels of the tree of pages. */
const MOST_LEVELS = 50;

/**
 * Returns what has to be appended to a PDF so that it has an empty signature (ISO 32000-2, 7.5.6, 12.8.1 and 12.7.5.5; ETSI EN 319 142-1,
 * 5.4 and 6.3). Its contents are zeros, and its byte range isn't filled in. It reads only the objects that it changes: the first page and
 * the catalog.
 * @param at the time of sealing by the server's clock, which PAdES wants in the dictionary (M)
 * @param reason why it is sealed, in ASCII
 */
export async function placeSeal(pdf: PdfBytes, at: Date, reason: string | null = null): Promise<Bytes> {
  const objects = await PdfObjects.open(pdf);
  const { context, trailer } = objects;
  const root = refOf(trailer.get(PDFName.of('Root')));
  const catalog = await objects.dict(root);
  await refuseForm(objects, catalog);
  const { ref: pageRef, page } = await firstPage(objects, catalog);
  const next = objects.nextNumber;
  const [field, form, signature] = [PDFRef.of(next), PDFRef.of(next + 1), PDFRef.of(next + 2)];
  page.set(PDFName.of('Annots'), context.obj([...(await elements(objects, page, 'Annots')), field]));
  catalog.set(PDFName.of('AcroForm'), form);
  const widget = {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFString.of('Seal'),
    V: signature,
    F: PRINT_AND_LOCKED,
    Rect: [0, 0, 0, 0],
    P: pageRef,
  };
  const seal = {
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, ANY_OFFSET, ANY_OFFSET, ANY_OFFSET],
    Contents: PDFHexString.of('00'.repeat(CONTENTS_BYTES)),
    M: PDFString.fromDate(at),
    ...(reason !== null && { Reason: PDFString.of(reason) }),
  };
  trailer.set(PDFName.of('Size'), context.obj(next + 3));
  trailer.set(PDFName.of('Prev'), context.obj(objects.table));
  return appended(
    pdf.size,
    [
      [root, catalog],
      [pageRef, page],
      [field, context.obj(widget)],
      [form, context.obj({ Fields: [field], SigFlags: 3 })],
      // Last, so that it is found from the end of the file.
      [signature, context.obj(seal)],
    ],
    trailer,
  );
}

async function refuseForm(objects: PdfObjects, catalog: PDFDict): Promise<void> {
  const form = await objects.resolve(catalog.get(PDFName.of('AcroForm')));
  if (form instanceof PDFDict && (await elements(objects, form, 'Fields')).length > 0)
    throw new Error('A PDF with a form cannot be sealed.');
}

async function firstPage(objects: PdfObjects, catalog: PDFDict): Promise<{ ref: PDFRef; page: PDFDict }> {
  let ref = refOf(catalog.get(PDFName.of('Pages')));
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const node = await objects.dict(ref);
    if (node.get(PDFName.of('Type')) === PDFName.of('Page')) return { ref, page: node };
    const [first] = await elements(objects, node, 'Kids');
    if (!first) break;
    ref = refOf(first);
  }
  throw new Error('A PDF without pages cannot be sealed.');
}

async function elements(objects: PdfObjects, of: PDFDict, key: string): Promise<PDFObject[]> {
  const found = await objects.resolve(of.get(PDFName.of(key)));
  return found instanceof PDFArray ? found.asArray() : [];
}

function refOf(value: PDFObject | undefined): PDFRef {
  if (!(value instanceof PDFRef)) throw new Error('The PDF lacks a reference to an object.');
  return value;
}

/** Writes objects, a table of them, and the trailer, as they follow a file of this size. */
function appended(size: number, objects: readonly (readonly [PDFRef, PDFDict])[], trailer: PDFDict): Bytes {
  const pieces = ['\n'];
  let at = size + 1;
  const rows: string[] = [];
  for (const [{ objectNumber, generationNumber }, object] of objects) {
    const offset = [String(at).padStart(10, '0'), String(generationNumber).padStart(5, '0')].join(' ');
    rows.push(`${objectNumber} 1\n${offset} n \n`);
    const piece = `${objectNumber} ${generationNumber} obj\n${object.toString()}\nendobj\n`;
    pieces.push(piece);
    at += piece.length;
  }
  pieces.push(`xref\n${rows.join('')}trailer\n${trailer.toString()}\nstartxref\n${at}\n%%EOF\n`);
  return concat([Buffer.from(pieces.join(''), 'latin1')]);
}
