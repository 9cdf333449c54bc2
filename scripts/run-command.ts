import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Exit code. A command that could not start or was killed by a signal counts as 1. */
  readonly code: number;
  /** Stdout and stderr, in the order of arrival. Empty if the output was shown as it was written. */
  readonly output: string;
  readonly seconds: number;
}

export interface CommandOptions {
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Writes the output to the terminal as it arrives, instead of returning it. */
  readonly show?: boolean;
  readonly folder?: string;
}

/** Runs a command until it ends. Never rejects: the result says how it ended. */
export function runCommand(
  command: string,
  parameters: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const began = performance.now();
  return new Promise((settle) => {
    const pieces: Buffer[] = [];
    const child = spawn(command, parameters, {
      cwd: options.folder,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
    });
    // Ctrl-C in a terminal also reaches the child. A supervisor's SIGTERM reaches only this process.
    const passOn = (): void => void child.kill('SIGTERM');
    process.once('SIGTERM', passOn);
    child.stdout?.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr?.on('data', (piece: Buffer) => pieces.push(piece));
    const end = (code: number): void => {
      process.off('SIGTERM', passOn);
      settle({
        code,
        output: Buffer.concat(pieces).toString('utf8'),
        seconds: (performance.now() - began) / 1000,
      });
    };
    child.once('error', (error) => {
      pieces.push(Buffer.from(`${error.message}\n`));
      end(1);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Formats seconds like `12.3 s`, right-aligned so that a list of steps forms a column. */
export function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`;
}
