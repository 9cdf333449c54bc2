import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The maker's process number stands in the name, so that the folders of a killed process can be told. */
const named = /^counterpart-work-(\d+)-/;

let cleared: Promise<void> | undefined;

/** A new private folder for one conversion; the caller removes it. The first call of a process clears up after killed ones. */
export async function makeWorkFolder(): Promise<string> {
  // What cannot be cleared up must not keep new work from being done.
  cleared ??= clearAbandonedWorkFolders().catch(() => {});
  await cleared;
  return mkdtemp(join(tmpdir(), `counterpart-work-${process.pid}-`));
}

/** Removes the folders of processes that are gone, where we may. */
export async function clearAbandonedWorkFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const maker = named.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
