import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Limits = {
  wallSeconds: number;
  cpuSeconds: number;
  /** Of address space. */
  memoryMegabytes: number;
  /** Of any one file that it writes. */
  fileMegabytes: number;
};

export type Sandbox = {
  /** Words put before the command. */
  prefix: string[];
  /** Whom the command runs as; null = the user of this process. */
  user: { uid: number; gid: number } | null;
  /** False where the machine does not let us take the network away. */
  networkless: boolean;
};

export type SandboxedRun = { exitCode: number | null; timedOut: boolean; output: string };

let found: Promise<Sandbox> | undefined;

/**
 * The strongest way this machine offers to run a program on hostile files: as `nobody` where we are root, without
 * network, in a process namespace that ends with us. Tried once a process.
 */
export function findSandbox(): Promise<Sandbox> {
  found ??= search();
  return found;
}

/**
 * Runs a command in the sandbox. Its process group is killed when the time is up or `signal` aborts.
 * The limits are the shell's (`ulimit`), which every system has.
 */
export async function runInSandbox(
  command: readonly string[],
  options: { cwd: string; env: Record<string, string>; limits: Limits; signal?: AbortSignal | undefined },
): Promise<SandboxedRun> {
  const { prefix } = await findSandbox();
  const { limits } = options;
  const blocksOf512Bytes = limits.fileMegabytes * 2048;
  // One limit a line: some shells take no more. Not every system enforces, or lets us set, each of them.
  const script = [
    'ulimit -c 0',
    `ulimit -t ${limits.cpuSeconds}`,
    `ulimit -f ${blocksOf512Bytes}`,
    `ulimit -v ${limits.memoryMegabytes * 1024}`,
    // Our own timer ends with our process; this one ends what a killed server left running.
    `timeout --foreground 1 true && exec timeout --foreground -s KILL ${limits.wallSeconds + 10} "$@"`,
    'exec "$@"',
  ];
  const words = [...prefix, 'sh', '-c', script.join('\n'), 'sh', ...command];
  const child = spawn('/usr/bin/env', ['--', ...words], {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      if (output.length < 100) output.push(chunk.toString());
    });
  }
  let timedOut = false;
  const kill = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself in the meantime.
    }
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, limits.wallSeconds * 1000);
  options.signal?.addEventListener('abort', kill, { once: true });
  if (options.signal?.aborted) kill();
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code));
    });
    return { exitCode, timedOut, output: output.join('').trim() };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', kill);
    // What it left running in its group.
    kill();
  }
}

async function search(): Promise<Sandbox> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? await lookUpNobody() : null;
  const isolated = ['unshare', '--net', '--ipc', '--pid', '--fork', '--kill-child'];
  const asUser = user
    ? [
        'setpriv',
        `--reuid=${user.uid}`,
        `--regid=${user.gid}`,
        '--clear-groups',
        '--no-new-privs',
        '--inh-caps=-all',
        '--bounding-set=-all',
      ]
    : [];
  const unprivileged = ['unshare', '--user', '--map-current-user', ...isolated.slice(1)];
  const ways: Sandbox[] = isRoot
    ? [
        { prefix: [...isolated, ...asUser], user, networkless: true },
        { prefix: asUser, user, networkless: false },
      ]
    : [
        { prefix: unprivileged, user: null, networkless: true },
        { prefix: [], user: null, networkless: false },
      ];
  for (const way of ways) if (await works(way.prefix)) return way;
  return { prefix: [], user: null, networkless: false };
}

async function works(prefix: readonly string[]): Promise<boolean> {
  try {
    await run('/usr/bin/env', ['--', ...prefix, 'true'], { timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

async function lookUpNobody(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}
