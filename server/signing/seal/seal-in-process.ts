import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeWorkFolder } from '../../convert/confinement/work-folder.ts';
import { concat } from '../../../src/contract/rules/evidence/der-write.ts';
import { sealFile, type SealedPdf, type SealFacts } from './seal-pdf.ts';

/**
 * Like `sealPdf`, but parses the PDF in a separate process with limits, because pages of files are in it.
 * @throws {ConversionError}
 */
export async function sealInProcess(
  pdf: Uint8Array,
  facts: SealFacts,
  { workDir, signal }: { workDir: string; signal?: AbortSignal },
): Promise<SealedPdf> {
  const folder = await makeWorkFolder(workDir);
  try {
    const path = join(folder, 'unsealed.pdf');
    await writeFile(path, pdf);
    const { isStamped } = await sealFile(path, facts, { workRoot: workDir, signal });
    return { pdf: concat([await readFile(path)]), isStamped };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
