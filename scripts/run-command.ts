import { spawn } from 'node:child_process';

export interface CommandResult {
  /** Exit code; a command that could not start or died by a signal counts as 1. */
  readonly code: number;
  /** What it wrote on both streams, in the order it came; empty where it was shown as it ran. */
  readonly output: string;
  readonly seconds: number;
}

export interface CommandOptions {
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** True = write to the terminal as it runs; false = keep the output for the caller. */
  readonly show?: boolean;
  readonly folder?: string;
}

/** Runs a command to its end. Never rejects: how it ended is in the result. */
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
    // A terminal's Ctrl-C reaches the child by itself; a supervisor's SIGTERM reaches this process alone.
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

/** `12.3 s`, right-aligned so that a list of steps reads as a column. */
export function inSeconds(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`;
}
