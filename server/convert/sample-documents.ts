import { crc32 } from 'node:zlib';
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';

// Small documents for tests. They are generated here so that the tests pass on any clone.

/** A PDF with one line of text per page. `password` is needed to open it. */
export async function samplePdf(options: {
  pages: number;
  password?: string;
  text?: string;
}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= options.pages; page += 1) {
    pdf.addPage([612, 792]).drawText(`${options.text ?? 'Page'} ${page}`, { x: 72, y: 700, size: 48, font });
  }
  if (options.password !== undefined) pdf.encrypt({ userPassword: options.password, ownerPassword: 'owner' });
  return pdf.save({ addDefaultPage: false, useObjectStreams: false });
}

/** A PDF whose only dark area is a filled-in form field. */
export async function samplePdfForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const field = pdf.getForm().createTextField('name');
  field.setText('Alpha Capital Group, L.P.');
  field.addToPage(page, { x: 0, y: 396, width: 612, height: 396, backgroundColor: rgb(0, 0, 0) });
  return pdf.save();
}

/** A Word document with the given paragraphs. `pictureUrl` is a picture that Word would fetch on opening it. */
export function sampleDocx(paragraphs: readonly string[], pictureUrl?: string): Buffer {
  const text = paragraphs.map((paragraph) => `<w:p><w:r><w:t>${paragraph}</w:t></w:r></w:p>`).join('');
  const picture =
    pictureUrl === undefined
      ? ''
      : `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1000000" cy="1000000"/><wp:docPr id="1" name="P"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1000000" cy="1000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
  const namespaces =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
  const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packageRelationships = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': `<Relationships ${packageRelationships}><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels':
      pictureUrl === undefined
        ? `<Relationships ${packageRelationships}/>`
        : `<Relationships ${packageRelationships}><Relationship Id="rId1" Type="${relationships}/image" Target="${pictureUrl}" TargetMode="External"/></Relationships>`,
    'word/document.xml': `<w:document ${namespaces}><w:body>${text}${picture}</w:body></w:document>`,
  });
}

/** An already deflated entry of a zip, and the zip's claims about it. */
export type DeflatedEntry = { deflated: Buffer; size: number; crc: number };

/** A zip of entries that are stored, or already deflated (APPNOTE 4.3). */
export function zip(entries: Readonly<Record<string, string | DeflatedEntry>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const isStored = typeof content === 'string';
    const body = isStored ? Buffer.from(content) : content.deflated;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(isStored ? crc32(body) : content.crc, 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(isStored ? body.length : content.size, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), body]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, place, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(files.length & 0xff_ff, 8);
  end.writeUInt16LE(files.length & 0xff_ff, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directoryBytes, end]);
}
