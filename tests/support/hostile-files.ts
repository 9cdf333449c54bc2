import { constants, crc32, deflateRawSync } from 'node:zlib';
import { zip, type DeflatedEntry } from '../../server/convert/sample-documents.ts';

// Files made to harm the server. They are generated here, so that the repository contains none.

const MEGABYTE = 1024 * 1024;

const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const relationships =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';

function docx(document: DeflatedEntry, others: Record<string, string | DeflatedEntry> = {}): Buffer {
  return zip({
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships,
    'word/document.xml': document,
    ...others,
  });
}

function deflated(text: string): DeflatedEntry {
  const bytes = Buffer.from(text);
  return { deflated: deflateRawSync(bytes, { level: 9 }), size: bytes.length, crc: crc32(bytes) };
}

/**
 * Returns this many megabytes of spaces without holding them in memory: a deflated block that ends on a byte
 * boundary can be repeated.
 */
function deflatedSpaces(megabytes: number): DeflatedEntry {
  const block = Buffer.alloc(MEGABYTE, ' ');
  const repeated = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
  let crc = 0;
  for (let each = 0; each < megabytes; each += 1) crc = crc32(block, crc);
  const blocks = Array.from({ length: megabytes }, () => repeated);
  return { deflated: Buffer.concat([...blocks, deflateRawSync('')]), size: megabytes * MEGABYTE, crc };
}

/**
 * Returns a Word file of about 1 kB whose XML opens 400,000 tags and closes none. Regular expressions that
 * search for the end of each tag never finish.
 */
export function unclosedTagsDocx(): Buffer {
  return docx(deflated('<'.repeat(400_000)));
}

/** Returns a Word file with this many entries in its zip. */
export function manyEntriesDocx(entries: number): Buffer {
  const others = Array.from({ length: entries }, (_, index) => [`word/media/${index}.xml`, ''] as const);
  return docx(deflated('<w:document/>'), Object.fromEntries(others));
}

/**
 * Returns a Word file of 1 MB whose document unpacks to 1 GB. `claimed`: the size in bytes that its directory
 * claims instead.
 */
export function zipBombDocx(claimed?: number): Buffer {
  const spaces = deflatedSpaces(1024);
  return docx({ ...spaces, size: claimed ?? spaces.size });
}

/** Returns an intact PDF with this many empty pages and a correct cross-reference table. */
export function manyPagesPdf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  return pdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Kids [${kids}] /Count ${pages}>>`,
    ...Array.from({ length: pages }, () => '<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>>'),
  ]);
}

/**
 * Returns a PDF of 3 kB whose page tree names each branch ten times, which makes 10 to the power of `depth`
 * pages.
 */
export function branchingPagesPdf(depth: number): Buffer {
  const levels = Array.from({ length: depth }, (_, level) => {
    const kids = Array.from({ length: 10 }, () => `${level + 3} 0 R`).join(' ');
    return `<</Type /Pages /Kids [${kids}] /Count ${10 ** (depth - level)}>>`;
  });
  return pdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    ...levels,
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]>>',
  ]);
}

function pdf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.from(parts.join('') + table + trailer, 'latin1');
}
