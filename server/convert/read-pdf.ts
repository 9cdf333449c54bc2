import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConversionError } from './conversion-error.ts';
import { openSandbox, type Limits, type Sandbox } from './sandbox.ts';
import { MOST_PAGES, thumbnailName } from './thumbnails.ts';

/** What the reading process reports: that it begins, each page, and the end. A hostile file may have taken it over. */
const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('page'), number: z.int() }),
  z.object({ kind: z.literal('done'), numPages: z.int().min(1).max(MOST_PAGES) }),
  z.object({
    kind: z.literal('failed'),
    code: z.enum(['password_protected', 'corrupt', 'no_pages', 'too_many_pages', 'too_large']),
    detail: z.string(),
  }),
]);
export type ReadingReport = z.infer<typeof reportSchema>;

/** The one request that it gets: the file, and an existing folder for the thumbnails. */
export interface ReadingRequest {
  pdfPath: string;
  folder: string;
}

/** How Node words a call that the system refused, for want of room, memory or leave: it is no word on the file. */
const refusedBySystem = /\bcode: 'E[A-Z]+'|could not allocate memory/;

export type PdfReading = { numPages: number; thumbnails: string[] };

const readingProcess = fileURLToPath(import.meta.resolve('./read-pdf-process.ts'));

/** A file of 500 MB is in memory twice: as it was read, and in PDFium's own memory. */
const limits: Limits = {
  cpuSeconds: 900,
  memoryMegabytes: 3072,
  fileMegabytes: 64,
  processes: 128,
  openFiles: 256,
};

/** A process and the sandbox that it runs in. */
type Reader = { sandbox: Sandbox; child: ChildProcess };

/** The reader for the next file, with PDFium loaded: starting one takes longer than reading a short file. */
let spare: Reader | null = null;
let startsSpare = false;

/** A page of text takes about 4 ms; one that takes that long is an endless loop or an attack. */
const secondsPerPage = 30;

/**
 * Counts and draws the pages of a PDF in a process of its own: PDFium on a hostile file may loop, crash or eat memory,
 * and the server goes on.
 * @param thumbnailFolder exists; gets `page-00001.png` and on, 144 px wide
 * @throws {ConversionError} any other error is the machine's
 */
export async function readPdf(
  pdfPath: string,
  thumbnailFolder: string,
  options: ReadingOptions = {},
): Promise<PdfReading> {
  const request = { pdfPath, folder: thumbnailFolder };
  const waiting = takeSpare();
  try {
    if (waiting) return await readBy({ ...waiting, waited: true }, request, options);
  } catch (error) {
    if (!(error instanceof DiedWaiting)) throw error;
  }
  return readBy({ ...(await startReader()), waited: false }, request, options);
}

type ReadingOptions = { signal?: AbortSignal | undefined; secondsPerPage?: number };

/** The process that stood ready had died: of the file that says nothing. */
class DiedWaiting extends Error {}

/** @throws {DiedWaiting} if the process had waited, and ends before it has begun with the file */
async function readBy(
  { sandbox, child, waited }: Reader & { waited: boolean },
  { pdfPath, folder }: ReadingRequest,
  options: ReadingOptions,
): Promise<PdfReading> {
  let begun = false;
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000);
  });
  const kill = () => child.kill('SIGKILL');
  options.signal?.addEventListener('abort', kill, { once: true });
  const patience = (options.secondsPerPage ?? secondsPerPage) * 1000;
  let stuck = false;
  const onStuck = () => {
    stuck = true;
    kill();
  };
  let timer = setTimeout(onStuck, patience);
  try {
    const request = { pdfPath: await sandbox.place(pdfPath, 'source.pdf'), folder: sandbox.folder };
    const numPages = await new Promise<number>((resolve, reject) => {
      child.on('error', (error) => {
        if (waited && !begun) return reject(new DiedWaiting());
        reject(
          new Error(`The PDF reader could not be started, or told what to read: ${String(error)}`, {
            cause: error,
          }),
        );
      });
      child.on('message', (message) => {
        clearTimeout(timer);
        timer = setTimeout(onStuck, patience);
        const { data: report, error } = reportSchema.safeParse(message);
        if (error) return reject(error);
        begun = true;
        if (report.kind === 'done') resolve(report.numPages);
        if (report.kind === 'failed') reject(new ConversionError(report.code, report.detail));
      });
      child.once('close', () => {
        const ended = stuck || options.signal?.aborted === true;
        if (waited && !begun && !ended) return reject(new DiedWaiting());
        reject(
          options.signal?.aborted === true
            ? new Error('Reading the PDF was called off')
            : deathOf({ lastWords, stuck, begun }),
        );
      });
      if (options.signal?.aborted) kill();
      // One that was not started has perhaps no channel; it tells by 'error'.
      else if (child.pid !== undefined) child.send(request);
    });
    clearTimeout(timer);
    return { numPages, thumbnails: await takeThumbnails(sandbox, numPages, folder) };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
    await sandbox.close();
    // After an abort perhaps no more files come: the server ends.
    if (options.signal?.aborted !== true) void keepSpare();
  }
}

async function takeThumbnails(sandbox: Sandbox, numPages: number, folder: string): Promise<string[]> {
  const thumbnails: string[] = [];
  for (let page = 1; page <= numPages; page += 1) {
    const name = thumbnailName(page);
    const path = join(folder, name);
    if (!(await sandbox.take(name, path))) throw new ConversionError('reader_failed', `${name} is missing`);
    thumbnails.push(path);
  }
  return thumbnails;
}

/** Why a reader ended before it had reported anything about the file. */
function deathOf({ lastWords, stuck, begun }: { lastWords: string; stuck: boolean; begun: boolean }): Error {
  if (stuck) return new ConversionError('timed_out', lastWords);
  if (!begun || refusedBySystem.test(lastWords))
    return new Error(`The machine failed the PDF reader: ${lastWords.trim()}`);
  // That it was killed, perhaps for want of memory, says little of the file; that the next one is, too, says more.
  return new ConversionError('reader_failed', lastWords);
}

/** Each process reads one file and no other: whatever that did to it ends with it. */
function takeSpare(): Reader | null {
  const waiting = spare;
  spare = null;
  if (!waiting || !isAlive(waiting.child)) return null;
  keepsServer(waiting.child, true);
  return waiting;
}

/** As far as is known: it may have died since. */
function isAlive({ pid, connected, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && connected && exitCode === null && signalCode === null;
}

async function keepSpare(): Promise<void> {
  if (spare || startsSpare) return;
  startsSpare = true;
  try {
    const reader = await startReader();
    keepsServer(reader.child, false);
    const forget = () => {
      if (spare !== reader) return;
      spare = null;
      void reader.sandbox.close();
    };
    reader.child.once('exit', forget);
    reader.child.once('error', forget);
    spare = reader;
  } catch {
    // For want of memory or processes: the next file starts its own, or reports why it cannot.
  } finally {
    startsSpare = false;
  }
}

process.once('exit', () => {
  if (spare) rmSync(spare.sandbox.folder, { recursive: true, force: true });
});

/** Whether the server waits for it to end: an idle one keeps nobody, by its pipes neither, and ends with the server. */
function keepsServer(child: ChildProcess, keeps: boolean): void {
  const does = keeps ? 'ref' : 'unref';
  child[does]();
  child.channel?.[does]();
  if (child.stderr instanceof Socket) child.stderr[does]();
}

async function startReader(): Promise<Reader> {
  const sandbox = await openSandbox();
  const node = [
    process.execPath,
    '--max-old-space-size=512',
    '--disable-warning=ExperimentalWarning',
  ] as const;
  try {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    return { sandbox, child: await sandbox.start([...node, readingProcess], { limits, stdio: [...stdio] }) };
  } catch (error) {
    await sandbox.close();
    throw new Error(`The PDF reader could not be started: ${String(error)}`, { cause: error });
  }
}
