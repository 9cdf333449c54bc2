import type { ConversionErrorCode } from '../conversion-error.ts';
import { BEGIN, type ReaderReport } from './reader-messages.ts';

/** A reader's report about a file that it cannot use. */
export class ReadingFailure extends Error {
  readonly code: ConversionErrorCode;

  constructor(code: ConversionErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/**
 * The frame of a reader program: waits for its file, reads it and reports the result. It ends the process, also if
 * the server is gone. `prepare` runs while there is no file yet.
 */
export async function reportReading<Prepared>(
  prepare: () => Promise<Prepared>,
  read: (prepared: Prepared, request: unknown) => Promise<unknown>,
): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  const begin = new Promise<unknown>((resolve) => {
    process.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'kind' in message && message.kind === BEGIN)
        resolve('request' in message ? message.request : undefined);
    });
  });
  // A failure here says nothing about any file, so the process ends without a report.
  const prepared = await prepare();
  const request = await begin;
  // Sent before anything in the file is read: from then on, the file may be what ends this process.
  await report({ kind: 'begun' });
  try {
    await report({ kind: 'done', result: await read(prepared, request) });
  } catch (error) {
    const code = verdictOf(error);
    // A full disk, for example, says nothing about the file, so the process ends without a report.
    if (code === null) throw error;
    await report({ kind: 'failed', code, detail: String(error) });
  }
  process.exit(0);
}

function report(message: ReaderReport): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

/** What an error says about the file; null = nothing. */
function verdictOf(error: unknown): ConversionErrorCode | null {
  if (error instanceof ReadingFailure) return error.code;
  // WebAssembly.RuntimeError, which Node's types lack: PDFium traps on a file that is damaged in an unknown way.
  return error instanceof Error && error.name === 'RuntimeError' ? 'corrupt' : null;
}
