import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { release } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The ways to isolate a program from the rest of the machine, strongest first. */
export type ConfinementKind = 'bubblewrap' | 'namespaces' | 'limits';

export type Confinement = {
  kind: ConfinementKind;
  /** True if each conversion runs as its own user; false if it runs as the user of this process. */
  ownUser: boolean;
  /** True if a limit on processes counts only those of the conversion. */
  countsProcesses: boolean;
  /**
   * The arguments to put before a command. With them, the command sees only `folder`, which is its working directory, the
   * program at `program` (an absolute path), and what programs need of the system.
   */
  wordsBefore(place: { folder: string; uid: number | null; program: string }): string[];
};

/**
 * The system's programs, libraries and fonts. It is never all of /usr, because containers keep applications in /usr/src and
 * /usr/local.
 */
const systemPaths = [
  '/bin',
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/bin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/libexec',
  '/usr/share',
  '/usr/local/bin',
  '/usr/local/lib',
  '/usr/local/share/fonts',
  '/nix/store',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/libreoffice',
  '/etc/localtime',
  '/var/cache/fontconfig',
];

const appFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** A subfolder of the conversion's folder that programs see as /tmp, because LibreOffice always writes there. */
export const TEMPORARY = 'tmp';

/** The modules that our own child processes import. It isn't the whole folder, because the data folder is in it by default. */
const appPaths = ['node_modules', 'package.json', 'server', 'src'].map((name) => join(appFolder, name));

/** The folder above `path` that every conversion can see in full; null = it is hidden. */
export function visibleFolderOver(path: string): string | null {
  const place = realPlace(resolve(path));
  const shown = [...systemPaths, ...appPaths].filter((each) => existsSync(each));
  return shown.find((each) => isWithin(place, realpathSync(each))) ?? null;
}

/** Returns the real path of a path, which need not exist yet. */
function realPlace(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPlace(dirname(path)), basename(path));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The last resort, which every system supports. */
export const unconfined: Confinement = {
  kind: 'limits',
  ownUser: false,
  countsProcesses: false,
  wordsBefore: () => [],
};

/** All ways that a system and user of this kind may support, strongest first. Only a trial shows whether one works. */
export async function possibleConfinements(): Promise<Confinement[]> {
  const isRoot = process.getuid?.() === 0;
  const ownUser = isRoot && (await works('setpriv', ['--version']));
  const inUserNamespace = !isRoot && countsByUserNamespace();
  const ways: Confinement[] = [];
  // As root without setpriv, a program would keep every privilege inside.
  if (ownUser || !isRoot) {
    ways.push(
      { kind: 'bubblewrap', ownUser, countsProcesses: ownUser || inUserNamespace, wordsBefore: bubblewrap },
      { kind: 'namespaces', ownUser, countsProcesses: ownUser || inUserNamespace, wordsBefore: namespaces },
    );
  }
  if (ownUser)
    ways.push({ kind: 'limits', ownUser, countsProcesses: true, wordsBefore: ({ uid }) => asUser(uid) });
  return [...ways, unconfined];
}

type Place = Parameters<Confinement['wordsBefore']>[0];

function bubblewrap({ folder, uid, program }: Place): string[] {
  const paths = visiblePaths(program);
  // bubblewrap creates parent folders of a mount that only root may enter. If they are created in advance, everyone may enter
  // them.
  const folders = [...new Set([...paths, folder].flatMap(foldersAbove))];
  const mounts = paths.flatMap((path) => {
    const target = linkTarget(path);
    return target === null ? ['--ro-bind', path, path] : ['--symlink', target, path];
  });
  return [
    'bwrap',
    ...(uid === null ? ['--unshare-user'] : []),
    '--unshare-net',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--die-with-parent',
    '--bind',
    join(folder, TEMPORARY),
    '/tmp',
    ...folders.flatMap((path) => ['--dir', path]),
    ...mounts,
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--bind',
    folder,
    folder,
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    folder,
    '--',
    ...(uid === null ? [] : asUser(uid)),
  ];
}

/** Sets up the new mount namespace with bubblewrap, then enters it for good: nobody inside may leave a chroot. */
const buildView = `set -e
folder=$1 count=$2
shift 2
root=$folder/.root
mkdir -p "$root"
mount -t tmpfs -o size=1m,mode=755 tmpfs "$root"
mkdir "$root/tmp"
mount --bind "$folder/${TEMPORARY}" "$root/tmp"
show() {
  mount --bind "$1" "$root$1"
  mount -o "remount,bind,$2" "$root$1"
}
while [ "$count" -gt 0 ]; do
  mkdir -p "$root\${1%/*}"
  if [ -L "$1" ]; then cp -P "$1" "$root$1"
  elif [ -d "$1" ]; then mkdir -p "$root$1"; show "$1" ro
  else : > "$root$1"; show "$1" ro
  fi
  shift
  count=$((count - 1))
done
mkdir -p "$root/proc" "$root/dev" "$root$folder"
for device in /dev/null /dev/zero /dev/full /dev/random /dev/urandom; do
  : > "$root$device"
  mount --bind "$device" "$root$device"
done
mount -t proc proc "$root/proc"
mount --bind "$folder" "$root$folder"
mount -o remount,bind,ro "$root"
# Not by exec: this shell is the first process, with whose end all others end, and a change of user would end that.
chroot "$root" "$@"
exit $?`;

function namespaces({ folder, uid, program }: Place): string[] {
  const paths = visiblePaths(program);
  return [
    'unshare',
    ...(uid === null ? ['--user', '--map-root-user'] : []),
    '--mount',
    '--net',
    '--pid',
    '--ipc',
    '--uts',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    buildView,
    'sh',
    folder,
    String(paths.length),
    ...paths,
    ...asUser(uid),
    'sh',
    '-c',
    'cd "$0" && exec "$@"',
    folder,
  ];
}

/** Gives up every privilege for good. `uid` null = keeps the current user. */
function asUser(uid: number | null): string[] {
  const change = uid === null ? [] : [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  return ['setpriv', ...change, '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];
}

/** Paths to show read-only. A symbolic link is shown together with its target. */
function visiblePaths(program: string): string[] {
  const wanted = [...systemPaths, ...appPaths, ...programPaths(program)].filter((path) => existsSync(path));
  const visible: string[] = [];
  for (const path of wanted.flatMap((each) => [each, realpathSync(each)])) {
    if (!visible.some((shown) => isWithin(path, shown))) visible.push(path);
  }
  return visible;
}

/** LibreOffice outside of the system's folders has its own libraries: `…/libreoffice7.6/program/soffice`. */
function programPaths(program: string): string[] {
  const folder = dirname(program);
  return [basename(folder) === 'program' ? dirname(folder) : program, process.execPath];
}

/** Outermost first, without the root folder. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === '/' ? [] : [...foldersAbove(above), above];
}

function linkTarget(path: string): string | null {
  return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null;
}

/** Returns whether the limit on processes in a user namespace counts only its own processes, as from Linux 5.14 on. */
function countsByUserNamespace(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 14));
}

async function works(command: string, parameters: readonly string[]): Promise<boolean> {
  try {
    await run(command, parameters, { timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}
