import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PlanPart } from '../../../src/contract/rules/closing/download-plan.ts';
import type { Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { PacketSheet } from '../../../src/contract/rules/signing/packets/packet-sheet.ts';
import { joinPdfs } from '../../convert/pages/join-pdfs.ts';
import type { PageRange } from '../../convert/pages/joined-pdf.ts';
import type { Services } from '../../services.ts';
import type { CopiedPlace } from '../copied-place.ts';
import { serverFonts, type ServerFonts } from '../page-fonts.ts';
import { paintPages } from '../paint-pages.ts';
import { layoutGroup } from '../read-page-sheets.ts';
import type { DealDocuments } from './read-documents.ts';
import type { StoredPage } from './signed-sheets.ts';
import { stampDate, stampMargin } from './stamp-date.ts';
import { MOST_BYTES, type StoredPdfs } from './stored-pdfs.ts';

/** A PDF that is already in the store, or one that was created in a folder. */
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
  /** Pages to sign are the ones that were sent, with their codes. */
  readonly asSent?: boolean;
  readonly signal?: AbortSignal;
}

/** A page that is drawn here, perhaps on top of a page of a stored PDF. */
interface Drawn {
  readonly sheet: PacketSheet;
  readonly under: { readonly key: string; readonly page: number } | null;
}

/** A page of the PDF that is drawn here, or pages of a stored PDF, which the sandbox copies from disk. */
type Piece = Drawn | { readonly key: string; readonly from?: number; readonly to?: number };

/** The maximum number of pages that are drawn at once. It is lower if their stored PDFs would take too much memory. */
const DRAWN_AT_ONCE = 25;

/**
 * Writes the parts of a document as one PDF. Signed pages are copied from the sealed PDFs and never redrawn.
 * @throws {ConversionError} if the document's file can't be read
 */
export async function writeDocument(parts: readonly PlanPart[], writing: Writing): Promise<WrittenPdf> {
  const fonts = await serverFonts();
  const pieces: Piece[] = [];
  const placed = new Set<StoredPage>();
  for (const part of parts) pieces.push(...(await piecesOf(part, writing, { fonts, placed })));
  const [only] = pieces;
  if (only && pieces.length === 1 && 'key' in only && only.from === undefined) return { key: only.key };
  const drawn = pieces.flatMap((piece) => ('sheet' in piece ? piece : []));
  const drawings = await draw(drawn, writing, fonts);
  const [drawing] = drawings;
  if (drawing && drawings.length === 1 && drawn.length === pieces.length) return drawing;
  return joinPieces(pieces, drawings, writing);
}

interface Drawing {
  readonly path: string;
  readonly size: number;
  readonly pages: number;
}

/** Draws pages into PDFs of a limited size, so that only one of them is in memory. */
async function draw(
  drawn: readonly Drawn[],
  { services, pdfs, folder, title, at, signal }: Writing,
  { fonts }: ServerFonts,
): Promise<Drawing[]> {
  const drawings: Drawing[] = [];
  for await (const { sheets, under } of inBatches(drawn, pdfs)) {
    signal?.throwIfAborted();
    const { workDir } = services.settings;
    const painting = { fonts, under, workDir, signal };
    const pdf = await paintPages(sheets, { title, date: at, fontPrefix: 'Ex' }, painting);
    const path = join(folder, `drawn-${drawings.length}.pdf`);
    await writeFile(path, pdf);
    drawings.push({ path, size: pdf.byteLength, pages: sheets.length });
  }
  return drawings;
}

/** Pages that are drawn at once, with the stored PDFs underneath. */
interface Batch {
  readonly sheets: PacketSheet[];
  readonly under: Map<Sheet, CopiedPlace>;
}

/** Splits pages into batches whose PDFs fit into memory: of a limited number of pages and, unless one PDF is larger, of bytes. */
export async function* inBatches(
  drawn: readonly Drawn[],
  pdfs: Pick<StoredPdfs, 'read'>,
): AsyncGenerator<Batch> {
  let batch: Batch = { sheets: [], under: new Map() };
  let sizes = new Map<string, number>();
  for (const { sheet, under: place } of drawn) {
    const pdf = place && (await pdfs.read(place.key));
    if (place && pdf) sizes.set(place.key, pdf.byteLength);
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    if (batch.sheets.length > 0 && (batch.sheets.length === DRAWN_AT_ONCE || bytes > MOST_BYTES)) {
      yield batch;
      batch = { sheets: [], under: new Map() };
      sizes = new Map(place && pdf ? [[place.key, pdf.byteLength]] : []);
    }
    batch.sheets.push(sheet);
    if (place && pdf) batch.under.set(sheet, { pdf, page: place.page });
  }
  if (batch.sheets.length > 0) yield batch;
}

async function joinPieces(
  pieces: readonly Piece[],
  drawings: readonly Drawing[],
  { services, folder, signal }: Writing,
): Promise<WrittenPdf> {
  const paths = drawings.map(({ path }) => path);
  const files = new Map<string, number>();
  const ranges: PageRange[] = [];
  const drawn = drawings
    .flatMap(({ pages }, file) =>
      Array.from({ length: pages }, (_, at) => ({ file, from: at + 1, to: at + 1 })),
    )
    .values();
  for (const piece of pieces) {
    if ('sheet' in piece) {
      const { value: page } = drawn.next();
      if (!page) throw new Error('A page wasn’t drawn.');
      ranges.push(page);
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

/** Data that the parts of one PDF share. */
interface Placing {
  readonly fonts: ServerFonts;
  /** The scans that are already in the PDF. A sheet may show several signature pages, and belongs to the first one. */
  readonly placed: Set<StoredPage>;
}

async function piecesOf(part: PlanPart, writing: Writing, placing: Placing): Promise<Piece[]> {
  const { bodies, executed } = writing.documents;
  switch (part.kind) {
    case 'file':
      return [{ key: keyIn(bodies, part.item) }];
    case 'executed':
      return [{ key: keyIn(executed, part.item) }];
    case 'body':
      return [{ key: keyIn(bodies, part.item), from: part.from, to: part.to }];
    case 'signed':
      return signedPieces(part, writing, placing);
    case 'blank':
      return blankPieces(part, writing, placing.fonts);
  }
}

function keyIn(stored: ReadonlyMap<string, { key: string }>, item: string): string {
  const key = stored.get(item)?.key;
  if (key === undefined) throw new Error('A document has no PDF.');
  return key;
}

async function signedPieces(
  { item, assignments }: Extract<PlanPart, { kind: 'signed' }>,
  { documents }: Writing,
  { fonts, placed }: Placing,
): Promise<Piece[]> {
  const { signedSheets, effectiveDates, datesOfItems } = documents;
  const sheets = new Set(assignments.flatMap((each) => signedSheets.get(each) ?? []));
  const pieces: Piece[] = [];
  for (const stored of sheets) {
    if (placed.has(stored)) continue;
    if (stored.scan !== null) placed.add(stored);
    const runs = [];
    const dates = [];
    // A sheet may have fields of somebody who signs on another one.
    for (const [each, fields] of Map.groupBy(stored.dateFields, ({ assignment }) => assignment)) {
      const date = effectiveDates.get(each) ?? datesOfItems.get(item);
      if (date === undefined || !signedSheets.has(each)) continue;
      dates.push(date);
      runs.push(...(await stampDate(date, fields, stored, fonts)));
    }
    runs.push(...(await stampMargin(dates, stored, fonts)));
    pieces.push(storedPiece(stored, runs));
  }
  return pieces;
}

/**
 * A stored page, either unchanged or with something drawn on top. A page of a sealed PDF is also drawn, which leaves its seal
 * behind.
 */
function storedPiece(
  { key, page, width, height, matrix, isSealed }: StoredPage,
  runs: PacketSheet['runs'] = [],
): Piece {
  if (runs.length === 0 && !isSealed) return { key, from: page + 1, to: page + 1 };
  const empty = { width, height, rules: [], fields: [], blocks: [], codes: [] };
  const sheet = { ...empty, runs, ...(matrix && { copied: { picture: '', text: '', matrix } }) };
  return { sheet, under: { key, page } };
}

async function blankPieces(
  { page, assignments }: Extract<PlanPart, { kind: 'blank' }>,
  { documents, asSent = false }: Writing,
  fonts: ServerFonts,
): Promise<Piece[]> {
  if (asSent) {
    const sent = lastSent(documents, assignments);
    if (sent) return sent.map((stored) => storedPiece(stored));
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

/** Returns the sheets of these signatures as their signatories have them, if they have all of them. */
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
