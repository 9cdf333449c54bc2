import { open } from 'node:fs/promises';
import type { FileFacts } from './inspect-file.ts';
import { SOURCE } from './reader-messages.ts';
import { hasVariables } from './read-variables.ts';
import { reportReading } from './report-reading.ts';
import { sniff } from './sniff.ts';

// Runs in a separate process, which inspect-file.ts starts.

async function inspect(): Promise<FileFacts> {
  const file = await open(SOURCE);
  const { size } = await file.stat();
  const sniffed = await sniff(file, size);
  return { sniffed, hasVariables: sniffed === 'docx' && (await hasVariables(file, size)) };
}

await reportReading(() => Promise.resolve(), inspect);
