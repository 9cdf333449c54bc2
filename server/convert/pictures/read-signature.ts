import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { makeWorkFolder } from '../confinement/work-folder.ts';
import { ConversionError } from '../conversion-error.ts';
import { runReader, type Reader } from '../readers/run-reader.ts';
import { REDRAWN, type ReadSignature, type RedrawnSignature } from './redrawn-signature.ts';

const signatureReader: Reader<ReadSignature> = {
  program: fileURLToPath(import.meta.resolve('./read-signature-process.ts')),
  result: z.object({ width: z.int().positive(), height: z.int().positive() }).nullable(),
  limits: {
    wallSeconds: 60,
    cpuSeconds: 20,
    memoryMegabytes: 2048,
    fileMegabytes: 1,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 256,
  keepsSpare: false,
};

/**
 * Reads a picture of a signature in a separate process with limits: its ink is cut out and redrawn as a small PNG. The result
 * was written by sharp, not by the picture's author. The same picture always gives the same PNG.
 * @returns null if it contains no ink
 * @throws {ConversionError | ReaderUnavailable}
 */
export async function readSignature(picture: Uint8Array, workRoot: string): Promise<RedrawnSignature | null> {
  const folder = await makeWorkFolder(workRoot);
  try {
    const sourcePath = join(folder, 'picture');
    await writeFile(sourcePath, picture);
    return await runReader(signatureReader, { sourcePath, workRoot }, async (size, sandbox) => {
      if (size === null) return null;
      const path = join(folder, REDRAWN);
      if (!(await sandbox.take(REDRAWN, path)))
        throw new ConversionError('reader_failed', 'the picture is missing');
      return { png: await readFile(path, 'base64'), ...size };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
