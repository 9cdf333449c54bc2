import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { convertDocument } from '../../server/convert/convert-document.ts';
import { ConversionError } from '../../server/convert/conversion-error.ts';

export let folder: string;
let counter = 0;

/** Creates a folder for the files of these tests. */
export function openConversions(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'counterpart-documents-'));
    // The folder contains stand-ins for LibreOffice, which an unprivileged user must be able to start.
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
}

export function place(bytes: Uint8Array, name = 'document'): { sourcePath: string; workDir: string } {
  const workDir = join(folder, String(++counter));
  mkdirSync(workDir);
  const sourcePath = join(workDir, name);
  writeFileSync(sourcePath, bytes);
  return { sourcePath, workDir };
}

export const settingsFor = (conversionSeconds = 300) => ({
  sofficePath: null,
  conversionSeconds,
  workDir: join(folder, 'work'),
});

export const convert = (bytes: Uint8Array, name?: string) =>
  convertDocument({ ...place(bytes, name), settings: settingsFor() });

export async function failureOf(conversion: Promise<unknown>): Promise<ConversionError> {
  const error: unknown = await conversion.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConversionError) return error;
  throw new Error('expected a conversion error', { cause: error });
}

/** Returns the message of an error that the machine causes, not the file. */
export async function troubleOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => 'it was read',
    (reason: unknown) => reason,
  );
  expect(error).not.toBeInstanceOf(ConversionError);
  return String(error);
}

/** Returns the processes that read PDFs, or wait to read one. */
export const readers = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('read-pdf-process'))
    .map((line) => Number.parseInt(line, 10));

/** Returns the folder of the only process that waits for a file in this work root. */
export async function readerFolder(workRoot: string): Promise<string> {
  await expect.poll(() => readdirSync(workRoot)).toHaveLength(1);
  return join(workRoot, readdirSync(workRoot)[0] ?? '');
}
