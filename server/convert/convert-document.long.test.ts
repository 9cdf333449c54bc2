import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  branchingPagesPdf,
  manyEntriesDocx,
  unclosedTagsDocx,
  zipBombDocx,
} from '../../tests/support/hostile-files.ts';
import { readPdf } from './readers/read-pdf.ts';
import { sampleDocx, samplePdf, samplePdfForm } from './sample-documents.ts';
import {
  convert,
  failureOf,
  openConversions,
  place,
  readerFolder,
  readers,
  troubleOf,
} from '../../tests/support/converted-file.ts';

openConversions();

/**
 * Returns the one process that waits to read and isn't the previous one. A process that has finished is listed until it is
 * dead, and a new one has no name yet, so this waits until only one is left.
 */
async function standsReady(before?: number): Promise<number> {
  let alone: number | undefined;
  let looks = 0;
  await expect
    .poll(() => {
      const [first, ...others] = readers();
      looks = first === alone && others.length === 0 ? looks + 1 : 0;
      alone = first;
      return alone === undefined || alone === before ? 0 : looks;
    })
    .toBeGreaterThan(1);
  return alone ?? Number.NaN;
}

describe('a PDF', () => {
  test.runIf(existsSync('/dev/full'))('is not called damaged if the disk is full', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 1 }));
    const reading = { sourcePath, workRoot: join(workDir, 'readers') };
    await readPdf(workDir, reading);
    // The process for the next file waits in its own folder.
    symlinkSync('/dev/full', join(await readerFolder(reading.workRoot), 'page-00001.png'));
    expect(await troubleOf(readPdf(workDir, reading))).toContain('ENOSPC');
  });

  test('is recognized by its bytes, not its name', async () => {
    expect(await convert(await samplePdf({ pages: 1 }), 'agreement.docx')).toMatchObject({ kind: 'pdf' });
  });

  test('shows the values of its form fields', async () => {
    const { thumbnails } = await convert(await samplePdfForm());
    const { channels } = await sharp(thumbnails[0]).stats();
    expect(channels[0]?.mean).toBeLessThan(160);
  });

  test('with extreme page sizes gets thumbnails of a limited size', async () => {
    const bytes = Buffer.from(await samplePdf({ pages: 1 })).toString('latin1');
    const odd = Buffer.from(bytes.replace('[ 0 0 612 792 ]', '[ 0 0 1 14000 ]'), 'latin1');
    expect(odd.equals(Buffer.from(bytes, 'latin1'))).toBe(false);
    const { thumbnails } = await convert(odd);
    expect(await sharp(thumbnails[0]).metadata()).toMatchObject({ width: 144, height: 1440 });
  });

  test('is read in its own process; the next process starts in advance, and its death is harmless', async () => {
    const pdf = await samplePdf({ pages: 1 });
    await convert(pdf);
    const first = await standsReady();
    expect((await convert(pdf)).numPages).toBe(1);
    const next = await standsReady(first);
    // Right away, before the server has noticed its death.
    const { sourcePath, workDir } = place(pdf);
    process.kill(next, 'SIGKILL');
    expect((await readPdf(workDir, { sourcePath })).numPages).toBe(1);
    process.kill(await standsReady(next), 'SIGKILL');
    await expect.poll(() => readers()).toEqual([]);
    expect((await convert(pdf)).numPages).toBe(1);
  });

  test('is not reported as damaged if its reader was killed', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 1000 }));
    const workRoot = join(workDir, 'readers');
    const drawn = () =>
      existsSync(workRoot)
        ? readdirSync(workRoot, { recursive: true }).map((name) => basename(String(name)))
        : [];
    const reading = failureOf(readPdf(workDir, { sourcePath, workRoot }));
    await expect.poll(drawn).toContain('page-00001.png');
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    expect(await reading).toMatchObject({ code: 'reader_failed' });
  });

  test('is not reported as damaged if its pictures can’t be written or its reader can’t be started', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 1 }));
    const unwritten = await troubleOf(readPdf(join(workDir, 'no such folder'), { sourcePath }));
    expect(unwritten).toContain('ENOENT');
    await expect.poll(() => readers().length).toBe(1);
    const node = process.execPath;
    process.execPath = '/no/such/node';
    try {
      // By the process that was started in advance.
      expect((await readPdf(workDir, { sourcePath })).numPages).toBe(1);
      expect(await troubleOf(readPdf(workDir, { sourcePath }))).toContain('could not be started');
    } finally {
      process.execPath = node;
    }
    expect((await readPdf(workDir, { sourcePath })).numPages).toBe(1);
  });

  test('is rejected if its reader leaves a link instead of a picture, and the link is not followed', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 1 }));
    const reading = { sourcePath, workRoot: join(workDir, 'readers') };
    await readPdf(workDir, reading);
    symlinkSync('/dev/null', join(await readerFolder(reading.workRoot), 'page-00001.png'));
    expect(await failureOf(readPdf(workDir, reading))).toMatchObject({ code: 'reader_failed' });
  });

  test('leaves nothing behind that keeps the server from exiting', async () => {
    const { sourcePath, workDir } = place(await samplePdf({ pages: 1 }));
    const reading = JSON.stringify(fileURLToPath(import.meta.resolve('./readers/read-pdf.ts')));
    const script = `const { readPdf } = await import(${reading}); console.log((await readPdf(${JSON.stringify(workDir)}, ${JSON.stringify({ sourcePath })})).numPages);`;
    const told = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    expect(told.trim()).toBe('1');
  });
});

describe('a Word document', () => {
  test('does not disturb other conversions that run at the same time', async () => {
    const converted = await Promise.all([1, 2, 3].map((n) => convert(sampleDocx([`Exhibit ${n}`]))));
    expect(converted.map((one) => one.numPages)).toEqual([1, 1, 1]);
  });
});

describe('a file made to harm the server', () => {
  test.for([
    ['of unclosed tags', unclosedTagsDocx, 'corrupt'],
    ['of 60,000 zip entries', () => manyEntriesDocx(60_000), 'unpacks_too_large'],
    ['that unpacks to 1 GB', zipBombDocx, 'unpacks_too_large'],
    ['whose page tree has a billion leaves', () => branchingPagesPdf(9), 'no_pages'],
  ] as const)('is rejected with an explanation: %s', async ([, make, code]) => {
    expect(await failureOf(convert(make()))).toMatchObject({ code });
  });
});
