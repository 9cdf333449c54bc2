import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Socket } from 'node:net';
import * as z from 'zod';
import { ConversionError, isConversionErrorCode } from '../conversion-error.ts';
import { BEGIN, SOURCE, sourceName } from './reader-messages.ts';
import { openSandbox, type Limits, type Sandbox } from '../confinement/sandbox.ts';

/** A program that parses one uploaded file in a separate process with limits, and its final report. */
export type Reader<Result> = {
  /** The program's path. */
  program: string;
  result: z.ZodType<Result>;
  limits: Limits & { wallSeconds: number };
  /** The limit of JavaScript's own heap. Buffers and WebAssembly memory are outside of it. */
  heapMegabytes: number;
  /** Whether the next process is started in advance. Useful for programs that take long to load. */
  keepsSpare: boolean;
};

const reportSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('done'), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), code: z.string().refine(isConversionErrorCode), detail: z.string() }),
]);
export type ReaderOptions = {
  sourcePath: string;
  /** Additional files for a program that reads several: the second is in its folder as `source-1`, and so on. */
  otherPaths?: readonly string[];
  /** The request to the program, if it supports more than one. */
  request?: unknown;
  /** The folder in which the sandbox's folder is created; undefined = the system's folder for temporary files. */
  workRoot?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Only tests shorten it. */
  wallSeconds?: number | undefined;
};

/** A started process and its sandbox. */
type Started = { child: ChildProcess; sandbox: Sandbox; workRoot: string | undefined };

/**
 * Node's wording for a call that the system refused for lack of space, memory or permission. That says nothing about
 * the file.
 */
const refusedBySystem = /\bcode: 'E[A-Z]+'|could not allocate memory/;

/** For each program, one process that is loaded and waits for a file. */
const spares = new Map<string, Promise<Started | null>>();

/**
 * Parses an uploaded file in its own process, with limits on memory, processor time and wall time: a hostile file may make a
 * parser loop, crash or use up memory, and the server keeps running. `take` gets the result and the reader's sandbox, which is
 * closed afterwards.
 * @throws {ConversionError | ReaderUnavailable}
 */
export async function runReader<Result, Taken>(
  reader: Reader<Result>,
  options: ReaderOptions,
  take: (result: Result, sandbox: Sandbox) => Promise<Taken>,
): Promise<Taken> {
  const spare = await takeSpare(reader, options);
  try {
    if (spare) return await readBy({ ...spare, waited: true }, reader, options, take);
  } catch (error) {
    if (!(error instanceof DiedWaiting)) throw error;
  }
  return readBy({ ...(await start(reader, options)), waited: false }, reader, options, take);
}

/** The machine could not run the reader, or refused it a resource. That says nothing about the file. */
export class ReaderUnavailable extends Error {
  override readonly name = 'ReaderUnavailable';
}

/** The spare process had died before it got a file. That says nothing about the file. */
class DiedWaiting extends Error {}

async function readBy<Result, Taken>(
  { child, sandbox, waited }: Started & { waited: boolean },
  reader: Reader<Result>,
  options: ReaderOptions,
  take: (result: Result, sandbox: Sandbox) => Promise<Taken>,
): Promise<Taken> {
  try {
    await sandbox.place(options.sourcePath, SOURCE);
    for (const [at, path] of (options.otherPaths ?? []).entries())
      await sandbox.place(path, sourceName(at + 1));
    return await take(await resultOf(child, waited, reader, options), sandbox);
  } finally {
    await sandbox.close();
    // After an abort there may be no more files: the server is stopping.
    if (reader.keepsSpare && options.signal?.aborted !== true) keepSpare(reader, options);
  }
}

/**
 * Waits for the result of a reader. The caller kills the process afterwards.
 * @throws {DiedWaiting} if the process had waited, and ends before it starts with the file
 */
async function resultOf<Result>(
  child: ChildProcess,
  waited: boolean,
  { result, limits }: Reader<Result>,
  { signal, request, wallSeconds = limits.wallSeconds }: ReaderOptions,
): Promise<Result> {
  let begun = false;
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000);
  });
  const ending = Promise.withResolvers<Result>();
  const { resolve, reject } = ending;
  const timer = setTimeout(() => reject(new ConversionError('timed_out', lastWords)), wallSeconds * 1000);
  const cancel = () => reject(new Error('Reading the file was canceled'));
  signal?.addEventListener('abort', cancel, { once: true });
  child.on('error', (error) => {
    reject(waited && !begun ? new DiedWaiting() : notStarted(String(error), error));
  });
  child.on('message', (message) => {
    const report = reportSchema.safeParse(message);
    if (!report.success) return reject(report.error);
    begun = true;
    if (report.data.kind === 'failed') reject(new ConversionError(report.data.code, report.data.detail));
    if (report.data.kind !== 'done') return;
    const parsed = result.safeParse(report.data.result);
    if (parsed.success) resolve(parsed.data);
    else reject(parsed.error);
  });
  child.once('close', () => {
    if (begun) return reject(deathOf(lastWords));
    reject(waited ? new DiedWaiting() : notStarted(lastWords));
  });
  if (signal?.aborted) cancel();
  // One that was not started may have no channel; it emits 'error'.
  else if (child.pid !== undefined) child.send({ kind: BEGIN, request });
  try {
    return await ending.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

/** It ended before it read anything in the file, so the machine is at fault. */
function notStarted(reason: string, cause?: unknown): ReaderUnavailable {
  return new ReaderUnavailable(`The file reader could not be started: ${reason.trim()}`, { cause });
}

/** Why a reader ended before it reported anything about the file. */
function deathOf(lastWords: string): Error {
  if (refusedBySystem.test(lastWords))
    return new ReaderUnavailable(`The system denied the file reader a resource: ${lastWords.trim()}`);
  // One kill, perhaps for lack of memory, says little about the file; a second one says more.
  return new ConversionError('reader_failed', lastWords);
}

async function start<Result>(
  { program, limits: { wallSeconds: _ours, ...limits }, heapMegabytes }: Reader<Result>,
  { workRoot }: ReaderOptions,
): Promise<Started> {
  const sandbox = await openSandbox(workRoot);
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--disable-warning=ExperimentalWarning',
  ] as const;
  try {
    const child = await sandbox.start([...node, program], {
      limits,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return { sandbox, workRoot, child };
  } catch (error) {
    await sandbox.close();
    throw notStarted(String(error), error);
  }
}

/** Takes the spare process. Each process reads only one file, so that whatever the file does to it ends with it. */
async function takeSpare<Result>(
  { program }: Reader<Result>,
  { workRoot }: ReaderOptions,
): Promise<Started | null> {
  const kept = spares.get(program);
  spares.delete(program);
  const spare = await kept;
  if (!spare) return null;
  if (isAlive(spare.child) && spare.workRoot === workRoot) {
    keepsServer(spare.child, true);
    return spare;
  }
  await spare.sandbox.close();
  return null;
}

/** Returns whether the process is alive. It may have died just now without this process knowing. */
function isAlive({ pid, connected, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && connected && exitCode === null && signalCode === null;
}

function keepSpare<Result>(reader: Reader<Result>, options: ReaderOptions): void {
  const { program } = reader;
  if (spares.has(program)) return;
  // If memory or processes run out, there is no spare process. The next file starts its own, or reports why it can't.
  const starting = start(reader, options).catch(() => null);
  const forget = ({ sandbox }: Started) => {
    if (spares.get(program) !== starting) return;
    spares.delete(program);
    folders.delete(sandbox.folder);
    void sandbox.close();
  };
  spares.set(program, starting);
  void starting.then((spare) => {
    if (!spare) return spares.get(program) === starting && spares.delete(program);
    folders.add(spare.sandbox.folder);
    keepsServer(spare.child, false);
    spare.child.once('exit', () => forget(spare));
    return spare.child.once('error', () => forget(spare));
  });
}

/** The folders of spare processes. A signal that ends the server also ends the processes, but leaves their folders. */
const folders = new Set<string>();
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Sets whether the server waits for the process to end. An idle process ends with the server, and its pipes don't keep the
 * server running.
 */
function keepsServer(child: ChildProcess, keeps: boolean): void {
  const does = keeps ? 'ref' : 'unref';
  child[does]();
  child.channel?.[does]();
  if (child.stderr instanceof Socket) child.stderr[does]();
}
