import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Sheet } from '../../src/contract/rules/signature-page/layout/sheet.ts';
import type { PacketSheet } from '../../src/contract/rules/signing/packets/packet-sheet.ts';
import { makeWorkFolder } from '../convert/confinement/work-folder.ts';
import { ConversionError } from '../convert/conversion-error.ts';
import { runReader, type Reader, type ReaderOptions } from '../convert/readers/run-reader.ts';
import type { CopiedPlace } from './copied-place.ts';
import type { ServerFonts } from './page-fonts.ts';
import { paintPdf, type Drawing, type Ink, type PdfFacts } from './paint-pdf.ts';
import { PAINTED, type PageToPaint, type PaintRequest } from './paint-request.ts';

const painter: Reader<unknown> = {
  program: fileURLToPath(import.meta.resolve('./paint-pages-process.ts')),
  result: z.object({}),
  limits: {
    wallSeconds: 300,
    cpuSeconds: 300,
    memoryMegabytes: 4096,
    fileMegabytes: 1024,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 2048,
  keepsSpare: false,
};

interface Painting extends Pick<ReaderOptions, 'signal' | 'wallSeconds'> {
  readonly fonts: ServerFonts['fonts'];
  /** The drawings on top of each sheet. */
  readonly ink?: ReadonlyMap<Sheet, readonly Ink[]>;
  /** The file pages underneath the sheets. */
  readonly under: ReadonlyMap<Sheet, CopiedPlace>;
  readonly workDir: string;
}

/**
 * Like `paintPdf`, but sheets may have file pages underneath. If any do, a separate process with limits paints all the
 * sheets: PDFium has rewritten those pages, but the file's author determines how many objects they contain.
 * @throws {ConversionError}
 */
export async function paintPages(
  sheets: readonly PacketSheet[],
  facts: PdfFacts,
  { fonts, ink = new Map(), under, workDir, ...options }: Painting,
): Promise<Uint8Array> {
  const pdfs = [...new Set(sheets.flatMap((sheet) => under.get(sheet)?.pdf ?? []))];
  if (pdfs.length === 0) return paintPdf(sheets, fonts, facts, ink);
  const drawings: Drawings = new Map();
  const pages = sheets.map((sheet): PageToPaint => {
    const place = under.get(sheet);
    return {
      sheet: withoutUnpainted(sheet),
      ink: (ink.get(sheet) ?? []).map(({ x, y, scale, ...drawing }) => ({
        x,
        y,
        scale,
        drawing: numberIn(drawings, drawing),
      })),
      under: place ? { pdf: pdfs.indexOf(place.pdf), page: place.page } : null,
    };
  });
  const request: PaintRequest = {
    facts: { ...facts, date: facts.date.getTime() },
    pages,
    drawings: Array.from(drawings.values(), ({ drawing }) => drawing),
    numPdfs: pdfs.length,
  };
  const folder = await makeWorkFolder(workDir);
  try {
    const [sourcePath = '', ...otherPaths] = await writeAll(pdfs, folder);
    const files = { sourcePath, otherPaths, workRoot: workDir };
    return await runReader(painter, { ...options, ...files, request }, async (_, sandbox) => {
      const to = join(folder, PAINTED);
      if (!(await sandbox.take(PAINTED, to)))
        throw new ConversionError('reader_failed', 'the painted PDF is missing');
      return readFile(to);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The drawings of a request by content, with their numbers. */
type Drawings = Map<string, { number: number; drawing: Drawing }>;

/** Returns the number of a drawing, after adding it if it is new. */
function numberIn(drawings: Drawings, drawing: Drawing): number {
  const text = JSON.stringify(drawing);
  const known = drawings.get(text) ?? { number: drawings.size, drawing };
  drawings.set(text, known);
  return known.number;
}

/** Omits what isn't painted. The picture of a page would make up most of the request. */
function withoutUnpainted({ copied, tabs: _tabs, tabGroups: _groups, ...sheet }: PacketSheet): PacketSheet {
  return { ...sheet, ...(copied && { copied: { ...copied, picture: '', text: '' } }) };
}

async function writeAll(pdfs: readonly Uint8Array[], folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [at, pdf] of pdfs.entries()) {
    const path = join(folder, `under-${at}.pdf`);
    await writeFile(path, pdf);
    paths.push(path);
  }
  return paths;
}
