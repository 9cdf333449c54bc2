import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of a cluster's `postmaster.pid`. PostgreSQL writes it line by line while it starts. */
export type Postmaster = { pid: number; socketFolder: string; port: number; ready: boolean };

/** Returns null if the file doesn't exist, or is still being written. */
export function readPostmaster(cluster: string): Postmaster | null {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, , , port, socketFolder, , , status] = lines;
  if (!Number(pid)) return null;
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    ready: status?.trim() === 'ready',
  };
}

/**
 * Returns whether the process is alive and is the PostgreSQL of this cluster, because pids are reused after a restart of the
 * machine.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  return commandLine(pid).includes(cluster);
}

/** Returns whether any process has this pid. A zombie doesn't count. */
export function isAlive(pid: number): boolean {
  return commandLine(pid) !== '';
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
