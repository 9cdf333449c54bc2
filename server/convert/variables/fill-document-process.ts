import { open } from 'node:fs/promises';
import * as z from 'zod/mini';
import { lookUp } from '../../../src/contract/rules/signature-page/design/placeholders.ts';
import { READ_MOST, WRITTEN } from '../readers/read-variables.ts';
import { SOURCE } from '../readers/reader-messages.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import {
  ENTRIES_MAX,
  packedBytes,
  readZipDirectory,
  unpack,
  type ZipEntry,
} from '../readers/zip-directory.ts';
import { fillVariables } from './fill-variables.ts';
import { BLANK, FILLED, type FilledFacts } from './filled-document.ts';
import { ZipWriter } from './zip-writer.ts';

// Runs in a separate process, which fill-document.ts starts.

const requestSchema = z.object({ values: z.record(z.string(), z.string()) });

async function fill(request: unknown): Promise<FilledFacts> {
  const valueOf = lookUp(requestSchema.parse(request).values);
  const file = await open(SOURCE);
  const { size } = await file.stat();
  const entries = await readZipDirectory(file, size);
  if (!entries) throw new ReadingFailure('corrupt', 'the file has no directory');
  if (entries.length > ENTRIES_MAX) throw new ReadingFailure('unpacks_too_large', 'too many entries');
  const filled = await ZipWriter.create(FILLED);
  let numVariables = 0;
  let left = READ_MOST;
  // Entries may claim the same bytes of the file.
  let copied = 0;
  for (const entry of entries) {
    if (!WRITTEN.test(entry.name)) {
      copied += entry.packedSize;
      if (copied > size) throw new ReadingFailure('corrupt', 'entries overlap');
      await filled.copy(entry, packedBytes(file, entry));
      continue;
    }
    const xml = await textOf(entry);
    const text = fillVariables(xml, (key) => {
      numVariables += 1;
      const value = valueOf(key) ?? BLANK;
      left -= value.length;
      if (left < 0) throw new ReadingFailure('unpacks_too_large', 'too many values');
      return value;
    });
    await filled.add(entry, text);
  }
  await filled.end();
  return { numVariables };

  async function textOf(entry: ZipEntry): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of unpack(file, entry)) {
      left -= chunk.length;
      if (left < 0) throw new ReadingFailure('unpacks_too_large', `${entry.name} is too large`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

await reportReading(
  () => Promise.resolve(),
  (_, request) => fill(request),
);
