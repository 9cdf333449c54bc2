// `npm run dev`: Vite with hot reload, and the server, which restarts when one of its files changes.
import { spawn } from 'node:child_process';
import { installMissing, libreOffice } from './system-packages.ts';

const page = 'http://127.0.0.1:5173';
await installMissing([libreOffice]);

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
    // The page's origin is Vite's: writes are taken from there alone.
    env: { ...process.env, PUBLIC_URL: page },
  }),
  spawn('vite', [], {
    stdio: 'inherit',
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${process.env['PORT'] ?? '8080'}` },
  }),
];
const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
process.once('SIGTERM', stopAll);
// Ctrl-C reaches the children by itself; this process waits for them to end.
process.once('SIGINT', () => undefined);
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stopAll();
  });
}
