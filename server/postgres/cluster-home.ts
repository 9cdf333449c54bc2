import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseError } from './database-error.ts';
import { canEnter, chooseSystemUser } from './system-user.ts';
import type { SystemUser } from './system-user.ts';

/** The folder of one embedded PostgreSQL and its owner: `cluster/`, `socket/`, `server.log`. */
export type ClusterHome = { folder: string; user: SystemUser };

const farAwayFolder = '/var/lib/counterpart';

/** The file in the data folder that records the location of its PostgreSQL, if that is elsewhere. */
const homeNote = 'postgres.location';

/** The file in such a location that records the data folder that it belongs to. */
const ownerNote = 'data.location';

/** Linux allows 107 bytes for the path of a socket, macOS 103; `/.s.PGSQL.5432` is part of it. */
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length;

/**
 * `DATA_DIR/postgres`, or a folder under /var/lib/counterpart if the system user of PostgreSQL cannot enter the data folder.
 * The choice is recorded in the data folder, because it must not change when permissions do.
 * @throws {DatabaseError} also if the data folder is a copy, and the database belongs to the original
 */
export function findClusterHome(dataDir: string, say: (line: string) => void): ClusterHome {
  mkdirSync(dataDir, { recursive: true });
  const beside = join(dataDir, 'postgres');
  const note = join(dataDir, homeNote);
  const noted = readNote(note);
  const folder = noted ?? beside;
  // If there are files already, an empty database would mean data loss.
  const isInUse = existsSync(join(dataDir, 'objects'));
  if (noted !== null && !existsSync(isInUse ? folder : dirname(folder))) {
    throw new DatabaseError(
      `The database of ${dataDir} is in ${folder} (see ${note}), but that folder is missing or this user can’t read it. Restore the folder or grant access. Remove ${note} only if the database is lost; Counterpart then starts with an empty one.`,
    );
  }
  const user = chooseSystemUser(join(folder, 'cluster'));
  if (process.getuid?.() === 0 && user === null) {
    throw new DatabaseError(
      'PostgreSQL doesn’t run as root, and the system user "postgres" couldn’t be created. Run Counterpart as another user, or set DATABASE_URL.',
    );
  }
  if (user !== null && !noted) openDoor(dataDir, user);
  if (canEnter(dirname(folder), user)) {
    const home = ownFolder(folder, user);
    if (noted !== null) claim(home, dataDir);
    return home;
  }
  if (existsSync(join(folder, 'cluster')) || noted) {
    throw new DatabaseError(
      `The database in ${folder} can’t be reached by the system user that owns it (number ${user?.uid}). Give that user access to the folders above it (chmod o+x).`,
    );
  }
  const away = awayFrom(dataDir);
  mkdirSync(dirname(away), { recursive: true, mode: 0o755 });
  say(`PostgreSQL's system user cannot enter ${dataDir}; the database is kept in ${away}.`);
  const home = ownFolder(away, user);
  writeFileSync(note, `${away}\n`);
  claim(home, dataDir);
  return home;
}

/**
 * Records the owner of the home. A moved data folder keeps its database; a copy has the note but not the database, which
 * stays with the first of the two to start.
 */
function claim({ folder, user }: ClusterHome, dataDir: string): void {
  const own = resolve(dataDir);
  const note = join(folder, ownerNote);
  if (readNote(note) === own) return;
  const owner = rivalOf(own, folder);
  if (owner !== null) {
    throw new DatabaseError(
      `${own} and ${owner} both have their database in ${folder}: one of them is a copy and has no database of its own. To use only ${own}, remove ${join(owner, homeNote)}. To run both, stop both, copy ${folder} too, and write the path of the copy to ${join(own, homeNote)}.`,
    );
  }
  writeFileSync(note, `${own}\n`, { mode: 0o600 });
  // The server must be able to read it if it is later started as that user.
  if (user) chownSync(note, user.uid, user.gid);
}

/** Returns the other data folder that has its database in this home; null = none. */
function rivalOf(own: string, home: string): string | null {
  const owner = readNote(join(home, ownerNote));
  if (owner === null || owner === own || readNote(join(owner, homeNote)) !== home) return null;
  return isSame(owner, own) ? null : owner;
}

/**
 * Chooses the permanent location of a data folder's database. It is always the same, unless an older folder already uses it.
 */
function awayFrom(dataDir: string): string {
  const name = basename(dataDir).replace(/^\.+/, '');
  for (let nth = 1; ; nth += 1) {
    const told = nth === 1 ? dataDir : `${dataDir} ${nth}`;
    const away = join(farAwayFolder, `${name}-${shortHash(told)}`, 'postgres');
    if (rivalOf(resolve(dataDir), away) === null) return away;
  }
}

/** Returns whether both paths lead to one folder. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

function readNote(path: string): string | null {
  // An empty file was being written when the machine stopped.
  return (existsSync(path) && readFileSync(path, 'utf8').trim()) || null;
}

/** The folder of the cluster's socket: its home, or a private folder with a shorter name if the path is too long. */
export function socketFolderOf(home: ClusterHome): string {
  const inside = join(home.folder, 'socket');
  if (Buffer.byteLength(inside) <= longestSocketFolder) return ownFolder(inside, home.user).folder;
  const short = join(tmpdir(), `counterpart-${shortHash(home.folder)}`);
  return ownFolder(short, home.user).folder;
}

/** Lets the user pass through the data folder itself, which is ours. We don't change the folders above it. */
function openDoor(dataDir: string, user: SystemUser): void {
  if (canEnter(dataDir, user) || !canEnter(dirname(dataDir), user)) return;
  chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o011);
}

/**
 * Creates the folder, or uses an existing one only if the user owns it: in a shared folder, somebody else could have
 * created it.
 */
function ownFolder(folder: string, user: SystemUser): ClusterHome {
  const uid = user?.uid ?? process.getuid?.();
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  }
  const entry = lstatSync(folder);
  if (!entry.isDirectory() || (uid !== undefined && entry.uid !== uid)) {
    throw new DatabaseError(
      `${folder} belongs to user number ${entry.uid}, but the database runs as number ${uid}. Run Counterpart as the user that created it.`,
    );
  }
  if ((entry.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return { folder, user };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
