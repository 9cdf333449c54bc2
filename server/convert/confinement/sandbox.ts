import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants, createWriteStream } from 'node:fs';
import { chmod, chown, copyFile, link, mkdir, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { possibleConfinements, TEMPORARY, unconfined, type Confinement } from './confinement.ts';
import { reserveConversionUser, type ConversionUser } from './conversion-users.ts';
import { makeWorkFolder } from './work-folder.ts';

export type Limits = {
  /** If absent, the caller ends the program. */
  wallSeconds?: number;
  cpuSeconds: number;
  /**
   * The limit of private memory (RLIMIT_DATA). Node uses 600 before it has started, most of it for code that it might
   * compile.
   */
  memoryMegabytes: number;
  /**
   * The limit of address space (RLIMIT_AS), which includes shared memory. Absent for programs that reserve more than they use,
   * such as Node.
   */
  addressSpaceMegabytes?: number;
  /** The limit of each file that it writes. */
  fileMegabytes: number;
  /** Processes and threads. Applies only if they can be counted for one conversion. */
  processes: number;
  openFiles: number;
};

export type StartOptions = { limits: Limits; env?: Record<string, string>; stdio?: StdioOptions };

export type SandboxedRun = { exitCode: number | null; timedOut: boolean; output: string };

/**
 * A place for programs that read uploaded bytes: a folder, and a user who owns nothing else. Programs started here see that
 * folder, their own code, the system's libraries and fonts, and no network, if the machine allows it (`findSandbox`).
 */
export type Sandbox = {
  /** The only folder that programs can write to. Its path is the same inside and outside. */
  folder: string;
  /**
   * Puts a file into the folder under that name, for programs to read. They cannot change the original.
   * @returns its path
   */
  place(path: string, name: string): Promise<string>;
  /** Makes the programs' user the owner of a file or folder in the sandbox. */
  give(path: string): Promise<void>;
  /**
   * Copies a file out of the folder. Safe even if a malicious file has taken over the program: it follows no link and
   * waits for no pipe.
   * @returns false if there is no regular file with that name
   */
  take(name: string, to: string): Promise<boolean>;
  /**
   * Starts a program with its working directory in the folder. `stdio` may have 'ipc', as with Node's `fork`.
   * @throws {Error} if the program does not exist
   */
  start(command: readonly [string, ...string[]], options: StartOptions): Promise<ChildProcess>;
  /** Kills every program that was started here and removes the folder. */
  close(): Promise<void>;
};

const found = new Map<string | undefined, Promise<Confinement>>();

/**
 * The strongest confinement that works on this machine, for folders in `root` (default: the system's folder for
 * temporary files). Tested once per process.
 */
export function findConfinement(root?: string): Promise<Confinement> {
  const known = found.get(root) ?? search(root);
  found.set(root, known);
  return known;
}

/** Opens an empty sandbox, whose folder lies in `root`. The caller closes it. */
export async function openSandbox(root?: string): Promise<Sandbox> {
  return openBy(await findConfinement(root), root);
}

/** Like `openSandbox`, with the confinement that the caller chooses. */
export async function openBy(confinement: Confinement, root?: string): Promise<Sandbox> {
  const folder = await realpath(await makeWorkFolder(root ?? tmpdir()));
  let user: ConversionUser | null = null;
  try {
    user = confinement.ownUser ? await reserveConversionUser() : null;
    const sandbox = sandboxIn(folder, user, confinement);
    await mkdir(join(folder, TEMPORARY));
    for (const path of [folder, join(folder, TEMPORARY)]) await sandbox.give(path);
    return sandbox;
  } catch (error) {
    user?.release();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

function sandboxIn(folder: string, user: ConversionUser | null, confinement: Confinement): Sandbox {
  const children = new Set<ChildProcess>();
  const inside = (name: string) => join(folder, basename(name));
  return {
    folder,
    place: async (path, name) => {
      const placed = inside(name);
      // The programs' user must not write to our file. If they share our user, they could, so they get a copy.
      const linked = user !== null && (await tryLink(path, placed));
      if (!linked) await copyFile(path, placed, constants.COPYFILE_FICLONE);
      await chmod(placed, 0o644);
      return placed;
    },
    give: async (path) => {
      if (user) await chown(path, user.uid, user.uid);
    },
    take: (name, to) => copyRegularFile(inside(name), to),
    start: async ([name, ...parameters], { limits, env = {}, stdio = ['ignore', 'pipe', 'pipe'] }) => {
      const program = await realpath(name);
      const words = [
        ...confinement.wordsBefore({ folder, uid: user?.uid ?? null, program }),
        'sh',
        '-c',
        limitsInWords(limits, confinement.countsProcesses),
        'sh',
        program,
        ...parameters,
      ];
      const child = spawn('/usr/bin/env', ['--', ...words], {
        cwd: folder,
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
          HOME: folder,
          TMPDIR: join(folder, TEMPORARY),
          LANG: 'C.UTF-8',
          ...env,
        },
        // Its own process group, so that it can be killed with everything that it started.
        detached: true,
        stdio,
      });
      children.add(child);
      return child;
    },
    close: async () => {
      for (const child of children) killGroup(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      user?.release();
    },
  };
}

/**
 * Runs a command in the sandbox to its end. It is killed with everything that it started when the time is up or
 * `signal` aborts.
 */
export async function runInSandbox(
  sandbox: Sandbox,
  command: readonly [string, ...string[]],
  options: {
    env?: Record<string, string>;
    limits: Limits & { wallSeconds: number };
    signal?: AbortSignal | undefined;
  },
): Promise<SandboxedRun> {
  const { limits, signal, env = {} } = options;
  const child = await sandbox.start(command, { limits, env });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      if (output.length < 100) output.push(chunk.toString());
    });
  }
  let timedOut = false;
  const kill = () => killGroup(child);
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limits.wallSeconds * 1000);
  signal?.addEventListener('abort', kill, { once: true });
  if (signal?.aborted) kill();
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code));
    });
    return { exitCode, timedOut, output: output.join('').trim() };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    // Ends what is still running in its process group.
    kill();
  }
}

/** Returns the shell script that sets the limits, because every system has a shell. A limit that is already lower stays. */
function limitsInWords(limits: Limits, countsProcesses: boolean): string {
  const kilobytes = (megabytes: number) => megabytes * 1024;
  const lines = [
    // It runs in a subshell first, because a shell may exit on a limit that it doesn't know or may not set.
    'limit() { (ulimit "$@") 2>/dev/null && ulimit "$@"; }',
    'limit -c 0',
    `limit -t ${limits.cpuSeconds}`,
    `limit -f ${kilobytes(limits.fileMegabytes) * 2}`,
    `limit -d ${kilobytes(limits.memoryMegabytes)}`,
    limits.addressSpaceMegabytes === undefined ? '' : `limit -v ${kilobytes(limits.addressSpaceMegabytes)}`,
    `limit -n ${limits.openFiles}`,
    // Processes are -u in bash and -p in dash; in bash, -p is the size of pipes, which cannot be set.
    countsProcesses ? `limit -u ${limits.processes} || limit -p ${limits.processes}` : '',
    limits.wallSeconds === undefined
      ? ''
      : // Our own timer ends with our process. This one ends what a killed server left running.
        `timeout --foreground 1 true && exec timeout --foreground -s KILL ${limits.wallSeconds + 10} "$@"`,
    'exec "$@"',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended on its own in the meantime.
  }
}

/** Returns false if the file is on another disk, or the file system doesn't support links. */
async function tryLink(path: string, to: string): Promise<boolean> {
  try {
    await link(path, to);
    return true;
  } catch {
    return false;
  }
}

async function copyRegularFile(path: string, to: string): Promise<boolean> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  if (!file) return false;
  try {
    const entry = await file.stat();
    if (!entry.isFile() || entry.nlink !== 1) return false;
    await pipeline(file.createReadStream({ start: 0, autoClose: false }), createWriteStream(to));
    return true;
  } finally {
    await file.close();
  }
}

const probeLimits: Limits & { wallSeconds: number } = {
  wallSeconds: 20,
  cpuSeconds: 10,
  memoryMegabytes: 2048,
  fileMegabytes: 1,
  processes: 64,
  openFiles: 256,
};

/** Checks that Node starts, finds our modules, and can write to the folder. */
const probe = `require('node:fs').writeFileSync('probe', require('node:fs').readdirSync(process.argv[1]).join())`;

async function search(root: string | undefined): Promise<Confinement> {
  const ways = await possibleConfinements();
  for (const way of ways) if (await works(way, root)) return way;
  return unconfined;
}

/** Returns whether a program that we need can run in such a sandbox. */
export async function works(confinement: Confinement, root?: string): Promise<boolean> {
  try {
    const sandbox = await openBy(confinement, root);
    try {
      const command = [process.execPath, '--eval', probe, import.meta.dirname] as const;
      const { exitCode } = await runInSandbox(sandbox, command, { limits: probeLimits });
      return exitCode === 0;
    } finally {
      await sandbox.close();
    }
  } catch {
    return false;
  }
}
