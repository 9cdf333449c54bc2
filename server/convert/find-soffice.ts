import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConversionError } from './conversion-error.ts';

const run = promisify(execFile);

const search = [
  'command -v soffice',
  'command -v libreoffice',
  'ls -d /usr/lib/libreoffice/program/soffice /opt/libreoffice*/program/soffice /Applications/LibreOffice.app/Contents/MacOS/soffice 2>/dev/null | head -n 1 | grep .',
].join(' || ');

/**
 * Finds LibreOffice through the setting, the PATH, or the usual places. The result isn't cached, because it may be installed
 * while the server runs.
 * @throws {ConversionError} `converter_missing`
 */
export async function findSoffice(sofficePath: string | null): Promise<string> {
  try {
    const found =
      sofficePath === null
        ? await run('sh', ['-c', search])
        : await run('sh', ['-c', 'command -v "$1"', 'sh', sofficePath]);
    const path = found.stdout.trim();
    if (path !== '') return path;
  } catch {
    // `command -v` reports its result by its exit code.
  }
  throw new ConversionError('converter_missing', sofficePath ?? 'soffice is not on the PATH');
}
