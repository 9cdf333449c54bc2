import { readdir, readFile } from 'node:fs/promises';

/** Returns the resident memory of a process and all of its descendants, in megabytes. Linux only. */
export async function memoryOf(process: number): Promise<number> {
  const children = new Map<number, number[]>();
  const sizes = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // The process may have ended in the meantime.
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
    sizes.set(pid, Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000);
  }
  const sum = (pid: number): number =>
    (sizes.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(process);
}
