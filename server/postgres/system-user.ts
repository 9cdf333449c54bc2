import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that runs the embedded PostgreSQL. Null = the user of this process. */
export type SystemUser = { uid: number; gid: number } | null;

/**
 * PostgreSQL refuses to run as root. As root, an existing cluster keeps the user that owns it (its number may have
 * another name, or none, in another container); a new one belongs to `postgres`, who is created if missing.
 */
export function chooseSystemUser(clusterFolder: string): SystemUser {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return lookUp('postgres') ?? makeUser('postgres');
}

/** Returns whether the user can enter every folder on the path and read the file at the end. */
export function canReach(path: string, user: SystemUser): boolean {
  if (user === null) return true;
  const enter = 1;
  const read = 4;
  if (!mayUse(path, user, read)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!mayUse(folder, user, enter)) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Returns whether the user can enter the folder and all of its parents, so that a path inside can be opened by name. */
export function canEnter(folder: string, user: SystemUser): boolean {
  if (user === null) return true;
  for (let at = folder; ; at = dirname(at)) {
    if (!mayUse(at, user, 1)) return false;
    if (at === dirname(at)) return true;
  }
}

function mayUse(path: string, user: { uid: number; gid: number }, right: 1 | 4): boolean {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return false;
  const shift = entry.uid === user.uid ? 6 : entry.gid === user.gid ? 3 : 0;
  return ((entry.mode >> shift) & right) === right;
}

function lookUp(name: string): SystemUser {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null;
  }
}

function makeUser(name: string): SystemUser {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    // BusyBox (Alpine).
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', name]],
  ];
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'ignore' });
    } catch {
      continue;
    }
    const user = lookUp(name);
    if (user) return user;
  }
  return null;
}
