import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ConversionError } from './conversion-error.ts';

/** What the reading process tells: that it begins, each page, and the end. */
const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('page'), number: z.int() }),
  z.object({ kind: z.literal('done'), numPages: z.int(), thumbnails: z.array(z.string()) }),
  z.object({
    kind: z.literal('failed'),
    code: z.enum(['password_protected', 'corrupt', 'no_pages', 'too_many_pages', 'too_large']),
    detail: z.string(),
  }),
]);
export type ReadingReport = z.infer<typeof reportSchema>;

/** What it is told, once: the file, and an existing folder for the thumbnails. */
export interface ReadingRequest {
  pdfPath: string;
  folder: string;
}

/** How Node words a call that the system refused, for want of room, memory or leave: it is no word on the file. */
const refusedBySystem = /\bcode: 'E[A-Z]+'|could not allocate memory/;

export type PdfReading = { numPages: number; thumbnails: string[] };

const readingProcess = fileURLToPath(import.meta.resolve('./read-pdf-process.ts'));

/** The process for the next file, with PDFium loaded: to start it takes longer than to read a short file. */
let spare: ChildProcess | null = null;

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
    if (waiting) return await readBy({ child: waiting, waited: true }, request, options);
  } catch (error) {
    if (!(error instanceof DiedWaiting)) throw error;
  }
  return readBy({ child: startReader(), waited: false }, request, options);
}

type ReadingOptions = { signal?: AbortSignal | undefined; secondsPerPage?: number };

/** The process that stood ready had died: of the file that says nothing. */
class DiedWaiting extends Error {}

/** @throws {DiedWaiting} where the process had waited, and ends before it has begun with the file */
async function readBy(
  { child, waited }: { child: ChildProcess; waited: boolean },
  request: ReadingRequest,
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
    return await new Promise<PdfReading>((resolve, reject) => {
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
        if (report.kind === 'done') resolve({ numPages: report.numPages, thumbnails: report.thumbnails });
        if (report.kind === 'failed') reject(new ConversionError(report.code, report.detail));
      });
      child.once('close', () => {
        const ended = stuck || options.signal?.aborted === true;
        if (waited && !begun && !ended) return reject(new DiedWaiting());
        reject(
          options.signal?.aborted === true
            ? new Error('Reading the PDF was called off')
            : deathOf(lastWords, stuck),
        );
      });
      if (options.signal?.aborted) kill();
      // One that was not started has perhaps no channel; it tells by 'error'.
      else if (child.pid !== undefined) child.send(request);
    });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
    kill();
    // After an abort perhaps no more files come: the server ends.
    if (options.signal?.aborted !== true) keepSpare();
  }
}

/** Why a reader ended before it had told anything of the file. */
function deathOf(lastWords: string, stuck: boolean): Error {
  if (stuck) return new ConversionError('timed_out', lastWords);
  if (refusedBySystem.test(lastWords))
    return new Error(`The machine failed the PDF reader: ${lastWords.trim()}`);
  // That it was killed, perhaps for want of memory, says little of the file; that the next one is, too, says more.
  return new ConversionError('reader_failed', lastWords);
}

/** Each process reads one file and no other: whatever that did to it ends with it. */
function takeSpare(): ChildProcess | null {
  const waiting = spare;
  spare = null;
  if (!waiting || !isAlive(waiting)) return null;
  keepsServer(waiting, true);
  return waiting;
}

/** As far as is known: it may have died since. */
function isAlive({ pid, connected, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && connected && exitCode === null && signalCode === null;
}

function keepSpare(): void {
  if (spare) return;
  try {
    const child = startReader();
    keepsServer(child, false);
    const forget = () => {
      if (spare === child) spare = null;
    };
    child.once('exit', forget);
    child.once('error', forget);
    spare = child;
  } catch {
    // For want of memory or processes: the next file starts its own, or tells why it cannot.
  }
}

/** Whether the server waits for it to end: an idle one keeps nobody, by its pipes neither, and ends with the server. */
function keepsServer(child: ChildProcess, keeps: boolean): void {
  const does = keeps ? 'ref' : 'unref';
  child[does]();
  child.channel?.[does]();
  if (child.stderr instanceof Socket) child.stderr[does]();
}

function startReader(): ChildProcess {
  return fork(readingProcess, {
    execArgv: ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning'],
    // Secrets of the server have no business there.
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
