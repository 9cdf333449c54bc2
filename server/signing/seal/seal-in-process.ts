import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { placeSealInProcess } from './place-seal-in-process.ts';
import { fillSeal, type SealedPdf, type SealFacts } from './seal-pdf.ts';

/**
 * Like `sealPdf`, but parses the PDF in a separate process with limits, because pages of files are in it.
 * @throws {ConversionError}
 */
export async function sealInProcess(
  pdf: Uint8Array,
  { at, reason = null, ...key }: SealFacts,
  { workDir, signal }: { workDir: string; signal?: AbortSignal },
): Promise<SealedPdf> {
  const folder = await makeWorkFolder(workDir);
  try {
    const path = join(folder, 'unsealed.pdf');
    await writeFile(path, pdf);
    const placed = await placeSealInProcess(path, { at, reason }, { workRoot: workDir, signal });
    return await fillSeal(placed, pdf.length, key);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
