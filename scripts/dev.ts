// `npm run dev`: starts Vite with hot reload, and the server, which restarts when one of its files changes.
import { spawn } from 'node:child_process';
import { bubblewrap, installMissing, libreOffice } from './system-packages.ts';

const page = 'http://127.0.0.1:5173';
await installMissing([libreOffice, bubblewrap]);

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    stdio: 'inherit',
    // Detached from the terminal: otherwise Ctrl-C would reach the server twice, from the terminal and from
    // --watch. The server treats a second signal as "stop immediately" and leaves its database running.
    detached: true,
    // The page's origin is Vite's, and the server accepts writes only from this origin.
    env: { ...process.env, PUBLIC_URL: page },
  }),
  spawn('vite', [], {
    stdio: 'inherit',
    env: { ...process.env, API_ORIGIN: `http://127.0.0.1:${process.env['PORT'] ?? '8080'}` },
  }),
];
let stopping = false;
const stopAll = (): void => {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGTERM', stopAll);
process.on('SIGINT', stopAll);
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stopAll();
  });
}
