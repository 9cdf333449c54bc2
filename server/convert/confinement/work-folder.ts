import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** The creator's process number is part of the name, so that the folders of a killed process can be recognized. */
const named = /^counterpart-work-(\d+)-/;

const cleared = new Map<string, Promise<void>>();

/**
 * A new private folder for large files; the caller removes it. `root` is `settings.workDir` in the server: the system's temporary
 * folder may be in memory. The first call of a process removes what killed processes left in the same root.
 */
export async function makeWorkFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true });
  // A cleanup that fails must not prevent new work.
  const clearing = cleared.get(root) ?? clearAbandonedWorkFolders(root).catch(() => {});
  cleared.set(root, clearing);
  await clearing;
  return mkdtemp(join(root, `counterpart-work-${process.pid}-`));
}

/** File systems that are kept in memory: tmpfs and ramfs (statfs(2)). */
const MEMORY_TYPES = [0x01021994, 0x858458f6];

/** Returns whether writing to this folder uses memory. Creates the folder. */
export async function isInMemory(root: string): Promise<boolean> {
  await mkdir(root, { recursive: true });
  return MEMORY_TYPES.includes((await statfs(root)).type);
}

/** Removes the folders of dead processes, if permitted. */
export async function clearAbandonedWorkFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const maker = named.exec(name)?.[1];
    if (maker === undefined || isAlive(Number(maker))) continue;
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
