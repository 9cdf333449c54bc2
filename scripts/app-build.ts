import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, type CommandResult } from './run-command.ts';

/** Everything that Vite's output depends on. */
const inputs = [
  'src',
  'public',
  'index.html',
  'sign.html',
  'vite.config.ts',
  'vite.signing-room.config.ts',
  'scripts/bundle/dexie-build.ts',
  'scripts/bundle/pdfjs-files.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.app.json',
];

/** Returns the SHA-256 of the names and contents of the inputs under `top`, without tests. */
export function hashInputs(top: string): string {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap((input) => filesUnder(top, input))) {
    // The length comes first, so that moving bytes from one file to the next changes the hash.
    const bytes = readFileSync(join(top, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Returns whether dist/ is missing, incomplete, or built from other inputs. */
export function isStale(top: string): boolean {
  const stamp = stampPath(top);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashInputs(top);
}

/** Builds the app into dist/ and stamps it. A failed build leaves no stamp. */
export async function buildApp(top: string): Promise<CommandResult> {
  // Hashed before the build, so that an edit during the build causes another build at the next start.
  const hash = hashInputs(top);
  // Set explicitly: a test runner sets its own mode, and a build in that mode has no service worker.
  const env = { NODE_ENV: 'production' };
  const build = async (...which: string[]) =>
    runCommand('vite', ['build', '--logLevel', 'warn', ...which], { folder: top, env });
  const app = await build();
  if (app.code !== 0) return app;
  const room = await build('--config', 'vite.signing-room.config.ts');
  if (room.code === 0) writeFileSync(stampPath(top), hash);
  return { ...room, output: app.output + room.output, seconds: app.seconds + room.seconds };
}

function stampPath(top: string): string {
  return join(top, 'dist', '.build-stamp');
}

function filesUnder(top: string, path: string): string[] {
  const full = join(top, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesUnder(top, `${path}/${name}`));
}

/**
 * Builds the app if dist/ is older than its sources. Rejects if the build fails, and prints the build's
 * output to stderr.
 */
export async function buildWhenStale(): Promise<void> {
  if (!isStale(process.cwd())) return;
  console.log('Building the app …');
  const result = await buildApp(process.cwd());
  if (result.code === 0) return;
  process.stderr.write(result.output);
  throw new Error('The app could not be built. The output above says why.');
}
