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

/** The folder of one embedded PostgreSQL and whom it belongs to: `cluster/`, `socket/`, `server.log`. */
export type ClusterHome = { folder: string; user: SystemUser };

const farAwayFolder = '/var/lib/counterpart';

/** In the data folder: where its PostgreSQL lies, if elsewhere. */
const homeNote = 'postgres.location';

/** In such a home: of which data folder it is. */
const ownerNote = 'data.location';

/** Linux allows 107 bytes for the path of a socket, macOS 103; `/.s.PGSQL.5432` is part of it. */
const longestSocketFolder = 103 - '/.s.PGSQL.5432'.length;

/**
 * `DATA_DIR/postgres`, or a folder under /var/lib/counterpart where the system user of PostgreSQL cannot enter the
 * data folder. The choice is written down in the data folder: it must not change when permissions do.
 * @throws {DatabaseError} also where the data folder is a copy, and that home is another's
 */
export function findClusterHome(dataDir: string, say: (line: string) => void): ClusterHome {
  mkdirSync(dataDir, { recursive: true });
  const beside = join(dataDir, 'postgres');
  const note = join(dataDir, homeNote);
  const noted = readNote(note);
  const folder = noted ?? beside;
  // Where there are files already, an empty database would be one that has lost what they are.
  const isInUse = existsSync(join(dataDir, 'objects'));
  if (noted !== null && !existsSync(isInUse ? folder : dirname(folder))) {
    throw new DatabaseError(
      `The database of ${dataDir} lies in ${folder}, as ${note} says, and that folder is not there, or this user may not look into it. Bring it back, or let the user in. Only where it is lost, remove that file to begin with an empty database.`,
    );
  }
  const user = chooseSystemUser(join(folder, 'cluster'));
  if (process.getuid?.() === 0 && user === null) {
    throw new DatabaseError(
      'PostgreSQL does not run as root and the system user "postgres" could not be made. Run Counterpart as another user, or set DATABASE_URL.',
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
      `The database in ${folder} cannot be reached by the system user that it belongs to (number ${user?.uid}). Let that user enter the folders above it (chmod o+x).`,
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
 * Notes whose the home is. A data folder that was moved has its database as before; a copy came with the note and without the
 * database, which stays that of the first who started since.
 */
function claim({ folder, user }: ClusterHome, dataDir: string): void {
  const own = resolve(dataDir);
  const note = join(folder, ownerNote);
  if (readNote(note) === own) return;
  const owner = rivalOf(own, folder);
  if (owner !== null) {
    throw new DatabaseError(
      `${own} and ${owner} both have their database in ${folder}: one of them is a copy and has no database of its own. To use only ${own}, remove ${join(owner, homeNote)}. To run both, copy ${folder} too while neither runs, and write the path of the copy to ${join(own, homeNote)}.`,
    );
  }
  writeFileSync(note, `${own}\n`, { mode: 0o600 });
  // Started as that user later, it must be able to read it.
  if (user) chownSync(note, user.uid, user.gid);
}

/** The other data folder that has its database in the home; null = none has. */
function rivalOf(own: string, home: string): string | null {
  const owner = readNote(join(home, ownerNote));
  if (owner === null || owner === own || readNote(join(owner, homeNote)) !== home) return null;
  return isSame(owner, own) ? null : owner;
}

/** Where the database of a data folder is kept from now on: always the same, unless a folder that stood there before has that. */
function awayFrom(dataDir: string): string {
  const name = basename(dataDir).replace(/^\.+/, '');
  for (let nth = 1; ; nth += 1) {
    const told = nth === 1 ? dataDir : `${dataDir} ${nth}`;
    const away = join(farAwayFolder, `${name}-${shortHash(told)}`, 'postgres');
    if (rivalOf(resolve(dataDir), away) === null) return away;
  }
}

/** Whether both are one folder, by whatever way it is come to. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

function readNote(path: string): string | null {
  // An empty one was being written when the machine stopped.
  return (existsSync(path) && readFileSync(path, 'utf8').trim()) || null;
}

/** The folder of the cluster's socket: its home, or a private folder with a shorter name if the path is too long. */
export function socketFolderOf(home: ClusterHome): string {
  const inside = join(home.folder, 'socket');
  if (Buffer.byteLength(inside) <= longestSocketFolder) return ownFolder(inside, home.user).folder;
  const short = join(tmpdir(), `counterpart-${shortHash(home.folder)}`);
  return ownFolder(short, home.user).folder;
}

/** Lets the user pass through the data folder itself, which is ours; folders above it are not ours to open. */
function openDoor(dataDir: string, user: SystemUser): void {
  if (canEnter(dataDir, user) || !canEnter(dirname(dataDir), user)) return;
  chmodSync(dataDir, (statSync(dataDir).mode & 0o7777) | 0o011);
}

/** Makes the folder, or takes it only if it is really the user's own: in a shared folder another could have laid it out. */
function ownFolder(folder: string, user: SystemUser): ClusterHome {
  const uid = user?.uid ?? process.getuid?.();
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  }
  const entry = lstatSync(folder);
  if (!entry.isDirectory() || (uid !== undefined && entry.uid !== uid)) {
    throw new DatabaseError(
      `${folder} belongs to user number ${entry.uid}, but the database runs as number ${uid}. Run Counterpart as the user that made it.`,
    );
  }
  if ((entry.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return { folder, user };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
