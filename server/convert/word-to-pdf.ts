import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConversionError } from './conversion-error.ts';
import { findSoffice } from './find-soffice.ts';
import { openSandbox, runInSandbox, type Limits } from './confinement/sandbox.ts';

type WordLimits = Limits & { wallSeconds: number };

const limits: WordLimits = {
  wallSeconds: 120,
  cpuSeconds: 110,
  memoryMegabytes: 4096,
  addressSpaceMegabytes: 6144,
  fileMegabytes: 1024,
  processes: 128,
  openFiles: 1024,
};

/**
 * LibreOffice's own names for its import filters. Without them, it would open any file as anything: random bytes would become
 * text, and a web page named .doc would be fetched with everything that it links to.
 */
const readers = { doc: 'MS Word 97', docx: 'MS Word 2007 XML' } as const;

/**
 * Converts one Word document with LibreOffice, with its own profile and folder, which are deleted afterwards.
 * @throws {ConversionError}
 */
export async function wordToPdf(request: {
  kind: 'doc' | 'docx';
  sourcePath: string;
  pdfPath: string;
  sofficePath: string | null;
  /** The folder for the sandbox's folder; absent = the system's folder for temporary files. */
  workRoot?: string;
  signal?: AbortSignal | undefined;
  limits?: Partial<WordLimits>;
}): Promise<void> {
  const soffice = await findSoffice(request.sofficePath);
  const sandbox = await openSandbox(request.workRoot);
  try {
    const source = await sandbox.place(request.sourcePath, `source.${request.kind}`);
    const profile = join(sandbox.folder, 'profile');
    const settings = join(profile, 'user', 'registrymodifications.xcu');
    await mkdir(dirname(settings), { recursive: true });
    await writeFile(settings, profileSettings);
    for (const path of [profile, dirname(settings), settings]) await sandbox.give(path);
    const command = [
      soffice,
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--nodefault',
      `--infilter=${readers[request.kind]}`,
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      sandbox.folder,
      source,
    ] as const;
    const ran = await runInSandbox(sandbox, command, {
      env: { SAL_USE_VCLPLUGIN: 'svp' },
      limits: { ...limits, ...request.limits },
      signal: request.signal,
    });
    request.signal?.throwIfAborted();
    if (ran.timedOut) throw new ConversionError('timed_out', ran.output);
    // LibreOffice exits with 0 even when it fails, so only its output counts.
    const written = await sandbox.take('source.pdf', request.pdfPath);
    if (!written || !(await isPdf(request.pdfPath))) {
      throw new ConversionError(reasonIn(ran.output), ran.output);
    }
  } finally {
    await sandbox.close();
  }
}

/**
 * LibreOffice says "could not be loaded" about a file that its import filter gives up on. Any other message may be its own
 * problem.
 */
function reasonIn(output: string): 'corrupt' | 'converter_failed' {
  return /could not be loaded/i.test(output) ? 'corrupt' : 'converter_failed';
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = await file.read(Buffer.alloc(5), 0, 5, 0);
    return head.buffer.toString('latin1') === '%PDF-';
  } finally {
    await file.close();
  }
}

/** No macros, no active content, no followed links, no fetched content, no first-start questions. */
const profileSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisablePythonRuntime', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
  ['org.openoffice.Setup/Product', 'ooSetupLastVersion', '99.9'],
]
  .map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`;
