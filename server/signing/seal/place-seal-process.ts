import { open, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { SOURCE } from '../../convert/readers/reader-messages.ts';
import { reportReading } from '../../convert/readers/report-reading.ts';
import { placeSeal } from './place-seal.ts';
import { PLACED } from './placed-seal.ts';

// Runs in a separate process, which place-seal-in-process.ts starts.

const requestSchema = z.object({ at: z.string(), reason: z.nullable(z.string()) });

await reportReading(
  async () => undefined,
  async (_prepared, request) => {
    const { at, reason } = requestSchema.parse(request);
    const file = await open(SOURCE);
    const { size } = await file.stat();
    const read = async (from: number, to: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
      return buffer.subarray(0, bytesRead);
    };
    await writeFile(PLACED, await placeSeal({ size, read }, new Date(at), reason));
    return {};
  },
);
