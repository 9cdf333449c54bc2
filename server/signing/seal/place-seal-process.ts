import { readFile, writeFile } from 'node:fs/promises';
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
    await writeFile(PLACED, await placeSeal(await readFile(SOURCE), new Date(at), reason));
    return {};
  },
);
