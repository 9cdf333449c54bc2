import { constants, createWriteStream } from 'node:fs';
import { chown, copyFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConversionError } from './conversion-error.ts';
import { findSoffice } from './find-soffice.ts';
import { findSandbox, runInSandbox } from './sandbox.ts';
import type { Limits } from './sandbox.ts';
import { makeWorkFolder } from './work-folder.ts';

const limits: Limits = { wallSeconds: 120, cpuSeconds: 110, memoryMegabytes: 6144, fileMegabytes: 1024 };

/**
 * LibreOffice's own name of each reader. Named, because LibreOffice would otherwise open anything as anything: bytes of
 * no meaning become a text, and a web page called .doc would be fetched with all that it links to.
 */
const readers = { doc: 'MS Word 97', docx: 'MS Word 2007 XML' } as const;

/**
 * Converts one Word document by LibreOffice, on a profile and in a folder of its own that are gone afterwards.
 * @throws {ConversionError}
 */
export async function wordToPdf(request: {
  kind: 'doc' | 'docx';
  sourcePath: string;
  pdfPath: string;
  sofficePath: string | null;
  signal?: AbortSignal | undefined;
  /** Only tests change them. */
  limits?: Partial<Limits>;
}): Promise<void> {
  const soffice = await findSoffice(request.sofficePath);
  // Not in the caller's folder: that may stand where the unprivileged user cannot enter.
  const folder = await makeWorkFolder();
  try {
    const source = join(folder, `source.${request.kind}`);
    const profile = join(folder, 'profile');
    await copyFile(request.sourcePath, source);
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), profileSettings);
    const { user } = await findSandbox();
    if (user) {
      for (const path of [folder, source, profile, join(profile, 'user')])
        await chown(path, user.uid, user.gid);
      await chown(join(profile, 'user', 'registrymodifications.xcu'), user.uid, user.gid);
    }
    const ran = await runInSandbox(
      [
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
        folder,
        source,
      ],
      {
        cwd: folder,
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          HOME: folder,
          TMPDIR: folder,
          LANG: 'C.UTF-8',
          SAL_USE_VCLPLUGIN: 'svp',
        },
        limits: { ...limits, ...request.limits },
        signal: request.signal,
      },
    );
    request.signal?.throwIfAborted();
    if (ran.timedOut) throw new ConversionError('timed_out', ran.output);
    // LibreOffice exits 0 when it fails: only what it wrote counts.
    if (!(await takePdf(join(folder, 'source.pdf'), request.pdfPath))) {
      throw new ConversionError(reasonIn(ran.output), ran.output);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** "could not be loaded" is what it says of a file that its reader gives up; all else may be its own trouble. */
function reasonIn(output: string): 'corrupt' | 'converter_failed' {
  return /could not be loaded/i.test(output) ? 'corrupt' : 'converter_failed';
}

/**
 * Copies what was made if it is a PDF. Never through a link, and no pipe that we would wait on: it was made by a program
 * that a hostile file may have taken over, and we may read what it may not.
 */
async function takePdf(made: string, pdfPath: string): Promise<boolean> {
  const file = await open(made, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (!file) return false;
  try {
    const entry = await file.stat();
    if (!entry.isFile() || entry.nlink !== 1) return false;
    const head = await file.read(Buffer.alloc(5), 0, 5, 0);
    if (head.buffer.toString('latin1') !== '%PDF-') return false;
    await pipeline(file.createReadStream({ start: 0, autoClose: false }), createWriteStream(pdfPath));
    return true;
  } finally {
    await file.close();
  }
}

/** No macros, no active content, no links followed, nothing fetched, no first-start questions. */
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
