import { createReadStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Bytes } from '../../../src/contract/rules/evidence/der-write.ts';
import { ConversionError } from '../../convert/conversion-error.ts';
import { runReader, type Reader } from '../../convert/readers/run-reader.ts';
import { PLACED } from './placed-seal.ts';

const sealPlacer: Reader<unknown> = {
  program: fileURLToPath(import.meta.resolve('./place-seal-process.ts')),
  result: z.object({}),
  limits: {
    wallSeconds: 300,
    cpuSeconds: 300,
    memoryMegabytes: 4096,
    fileMegabytes: 512,
    processes: 128,
    openFiles: 256,
  },
  heapMegabytes: 2048,
  keepsSpare: false,
};

/**
 * Like `placeSeal`, for a file of any size, in a separate process with limits. Parsing a large PDF takes seconds, which would
 * block this process.
 * @param path the PDF
 * @throws {ConversionError}
 */
export async function placeSealInProcess(
  path: string,
  { at, reason }: { at: Date; reason: string | null },
  options: { workRoot: string | undefined; signal?: AbortSignal | undefined },
): Promise<Bytes> {
  const request = { at: at.toISOString(), reason };
  return runReader(sealPlacer, { ...options, sourcePath: path, request }, async (_, sandbox) => {
    const to = `${path}.placed`;
    if (!(await sandbox.take(PLACED, to))) throw new ConversionError('reader_failed', 'the PDF is missing');
    try {
      const placed = await readFile(to);
      if (!(await beginsWith(placed, path)))
        throw new ConversionError('reader_failed', 'the PDF was changed while a seal was placed');
      return placed;
    } finally {
      await rm(to, { force: true });
    }
  });
}

/** Returns whether all of a file's bytes are unchanged, because the process that parses it must not choose what is signed. */
async function beginsWith(placed: Buffer, path: string): Promise<boolean> {
  let at = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    if (!Buffer.isBuffer(chunk) || !placed.subarray(at, at + chunk.length).equals(chunk)) return false;
    at += chunk.length;
  }
  return true;
}
