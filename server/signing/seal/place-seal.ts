import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFString, type PDFRef } from '@cantoo/pdf-lib';
import { CONTENTS_BYTES } from '../../../src/contract/rules/evidence/byte-range.ts';

/** Invisible: printed and locked (ISO 32000-2, 12.5.3). */
const PRINT_AND_LOCKED = 132;

/** Room for any offset in a file. It is filled in once the file is written. */
const ANY_OFFSET = 9_999_999_999;

/**
 * Adds an empty signature to a PDF as an incremental update, so that the bytes before it stay as they are (ISO 32000-2,
 * 12.8.1 and
 * 12.7.5.5; ETSI EN 319 142-1, 5.4 and 6.3). Its contents are zeros, and its byte range isn't filled in.
 * @param at the time of sealing by the server's clock, which PAdES requires in the dictionary (M)
 * @param reason why it is sealed, in ASCII
 */
export async function placeSeal(
  pdf: Uint8Array,
  at: Date,
  reason: string | null = null,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { forIncrementalUpdate: true, updateMetadata: false });
  const { context, catalog } = document;
  const [page] = document.getPages();
  if (!page) throw new Error('A PDF without pages cannot be sealed.');
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, ANY_OFFSET, ANY_OFFSET, ANY_OFFSET],
      Contents: PDFHexString.of('00'.repeat(CONTENTS_BYTES)),
      M: PDFString.fromDate(at),
      ...(reason !== null && { Reason: PDFString.of(reason) }),
    }),
  );
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('Seal'),
      V: signature,
      F: PRINT_AND_LOCKED,
      Rect: [0, 0, 0, 0],
      P: page.ref,
    }),
  );
  // `addAnnot` would also rewrite the page's content.
  page.node.set(PDFName.of('Annots'), context.obj([...(page.node.Annots()?.asArray() ?? []), field]));
  const form = context.obj({ Fields: [...fieldsOf(document), field], SigFlags: 3 });
  catalog.set(PDFName.of('AcroForm'), context.register(form));
  // The signature must be readable by its offset, so it stays outside object streams.
  return document.save({ useObjectStreams: false });
}

function fieldsOf({ catalog }: PDFDocument): PDFRef[] {
  const fields = catalog.AcroForm()?.lookupMaybe(PDFName.of('Fields'), PDFArray);
  if (fields && fields.size() > 0) throw new Error('A PDF with a form cannot be sealed.');
  return [];
}
