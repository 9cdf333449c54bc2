import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns what `pdfsig` says about a file. It exits with 0 even if the file was changed, so its words count. */
export async function pdfsig(file: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-pdfsig-'));
  try {
    await run('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
    const path = join(folder, 'sealed.pdf');
    await writeFile(path, file);
    const { stdout } = await run('pdfsig', ['-nssdir', `sql:${folder}`, path]).catch((error: unknown) => {
      if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
      throw error;
    });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
