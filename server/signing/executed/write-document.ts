import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PlanPart } from '../../../src/contract/rules/closing/download-plan.ts';
import type { Sheet } from '../../../src/contract/rules/signature-page/sheet.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packet-sheet.ts';
import { joinPdfs } from '../../convert/pages/join-pdfs.ts';
import type { PageRange } from '../../convert/pages/joined-pdf.ts';
import type { Services } from '../../services.ts';
import type { CopiedPlace } from '../copied-pdfs.ts';
import { serverFonts, type ServerFonts } from '../page-fonts.ts';
import { paintPdf } from '../paint-pdf.ts';
import { layoutGroup } from '../read-page-sheets.ts';
import type { DealDocuments } from './read-documents.ts';
import type { StoredPage } from './signed-sheets.ts';
import { stampDate } from './stamp-date.ts';
import type { StoredPdfs } from './stored-pdfs.ts';

/** A PDF that is in the store already, or one that was made in a folder. */
export type WrittenPdf =
  | { readonly key: string }
  | { readonly path: string; readonly size: number; readonly pages: number };

interface Writing {
  readonly services: Pick<Services, 'objects' | 'settings'>;
  readonly documents: DealDocuments;
  readonly pdfs: StoredPdfs;
  /** Exists, and is the caller's to remove. */
  readonly folder: string;
  readonly title: string;
  readonly at: Date;
  /** Pages to sign are those that were sent, with their codes. */
  readonly asSent?: boolean;
  readonly signal?: AbortSignal;
}

/** A page of the PDF: one that is drawn here, or pages of a stored PDF. */
type Piece =
  | { readonly sheet: PacketSheet; readonly under: CopiedPlace | null }
  | { readonly key: string; readonly from?: number; readonly to?: number };

/**
 * Writes the parts of a document as one PDF. Signed pages are copied from the PDFs in which they were sealed, never drawn again.
 * @throws {ConversionError} if the document's file can't be read
 */
export async function writeDocument(parts: readonly PlanPart[], writing: Writing): Promise<WrittenPdf> {
  const fonts = await serverFonts();
  const pieces: Piece[] = [];
  for (const part of parts) pieces.push(...(await piecesOf(part, writing, fonts)));
  const [only] = pieces;
  if (only && pieces.length === 1 && 'key' in only && only.from === undefined) return { key: only.key };
  const drawn = pieces.flatMap((piece) => ('sheet' in piece ? piece : []));
  const { folder, title, at } = writing;
  const drawnPath = join(folder, 'drawn.pdf');
  if (drawn.length > 0) {
    const under = new Map<Sheet, CopiedPlace>(
      drawn.flatMap(({ sheet, under: place }) => (place ? [[sheet, place]] : [])),
    );
    const sheets = drawn.map(({ sheet }) => sheet);
    const pdf = await paintPdf(sheets, fonts.fonts, { title, date: at, fontPrefix: 'Ex' }, new Map(), under);
    await writeFile(drawnPath, pdf);
    if (drawn.length === pieces.length) return { path: drawnPath, size: pdf.byteLength, pages: drawn.length };
  }
  return joinPieces(pieces, drawn.length > 0 ? drawnPath : null, writing);
}

async function joinPieces(
  pieces: readonly Piece[],
  drawnPath: string | null,
  { services, folder, signal }: Writing,
): Promise<WrittenPdf> {
  const paths: string[] = drawnPath === null ? [] : [drawnPath];
  const files = new Map<string, number>();
  const ranges: PageRange[] = [];
  let nextDrawn = 1;
  for (const piece of pieces) {
    if ('sheet' in piece) {
      ranges.push({ file: 0, from: nextDrawn, to: nextDrawn });
      nextDrawn += 1;
      continue;
    }
    let file = files.get(piece.key);
    if (file === undefined) {
      file = paths.length;
      const path = join(folder, `part-${file}.pdf`);
      await pipeline(await services.objects.get(piece.key), createWriteStream(path));
      paths.push(path);
      files.set(piece.key, file);
    }
    const { from, to } = piece;
    ranges.push(from === undefined || to === undefined ? { file } : { file, from, to });
  }
  const path = join(folder, 'joined.pdf');
  return { path, ...(await joinPdfs(paths, ranges, path, { workRoot: services.settings.workDir, signal })) };
}

async function piecesOf(part: PlanPart, writing: Writing, fonts: ServerFonts): Promise<Piece[]> {
  const { bodies, executed } = writing.documents;
  switch (part.kind) {
    case 'file':
      return [{ key: keyIn(bodies, part.item) }];
    case 'executed':
      return [{ key: keyIn(executed, part.item) }];
    case 'body':
      return [{ key: keyIn(bodies, part.item), from: part.from, to: part.to }];
    case 'signed':
      return signedPieces(part, writing, fonts);
    case 'blank':
      return blankPieces(part, writing, fonts);
  }
}

function keyIn(stored: ReadonlyMap<string, { key: string }>, item: string): string {
  const key = stored.get(item)?.key;
  if (key === undefined) throw new Error('A document has no PDF.');
  return key;
}

async function signedPieces(
  { item, assignments }: Extract<PlanPart, { kind: 'signed' }>,
  { documents, pdfs }: Writing,
  fonts: ServerFonts,
): Promise<Piece[]> {
  const { signedSheets, effectiveDates, dateFields } = documents;
  const sheets = new Set(assignments.flatMap((each) => signedSheets.get(each) ?? []));
  const date = effectiveDates.get(item);
  const pieces: Piece[] = [];
  for (const stored of sheets) {
    // A page's fields are on the first of its sheets.
    const fields = stored.assignments
      .filter((each) => signedSheets.get(each)?.[0] === stored)
      .flatMap((each) => dateFields.get(each) ?? []);
    const runs = date === undefined ? [] : await stampDate(date, fields, stored, fonts);
    pieces.push(await storedPiece(stored, pdfs, runs));
  }
  return pieces;
}

async function storedPiece(
  { key, page, width, height, matrix }: StoredPage,
  pdfs: StoredPdfs,
  runs: PacketSheet['runs'] = [],
): Promise<Piece> {
  const empty = { width, height, rules: [], fields: [], blocks: [], codes: [] };
  const sheet = { ...empty, runs, ...(matrix && { copied: { picture: '', text: '', matrix } }) };
  return { sheet, under: { pdf: await pdfs.read(key), page } };
}

async function blankPieces(
  { page, assignments }: Extract<PlanPart, { kind: 'blank' }>,
  { documents, pdfs, asSent = false }: Writing,
  fonts: ServerFonts,
): Promise<Piece[]> {
  if (asSent) {
    const sent = lastSent(documents, assignments);
    if (sent) {
      const pieces = [];
      for (const stored of sent) pieces.push(await storedPiece(stored, pdfs));
      return pieces;
    }
  }
  const source = documents.pages.get(page);
  if (!source) throw new Error('A signature page is missing.');
  if ('file' in source) {
    const { file } = source;
    return file ? [{ key: file.key, from: file.number, to: file.number }] : [];
  }
  const wanted = new Set(assignments);
  const group = source.groups.find(({ signers }) => signers.some(({ id }) => wanted.has(id)));
  const signers = group?.signers.filter(({ id }) => wanted.has(id)) ?? [];
  const { sheets } = await layoutGroup(source, group ? { ...group, signers } : null, null, fonts);
  return sheets.map((sheet) => ({ sheet, under: null }));
}

/** The sheets of these signatures as their signatories have them, if they have all of them. */
function lastSent({ sheets: { sent } }: DealDocuments, assignments: readonly string[]): StoredPage[] | null {
  const found = new Set<StoredPage>();
  for (const assignment of assignments) {
    const all = sent.get(assignment) ?? [];
    const last = all.at(-1);
    if (!last) return null;
    for (const sheet of all) if (sheet.key === last.key) found.add(sheet);
  }
  return found.size === 0 ? null : [...found];
}
