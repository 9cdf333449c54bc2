import { readSettings, SettingsError } from './settings.ts';
import { startServer, StartError } from './start-server.ts';

/** Prints one sentence and exits with code 1. A startup error is for the person at the terminal. */
function giveUp(error: unknown): never {
  const known = error instanceof StartError || error instanceof SettingsError;
  process.stderr.write(`${known ? error.message : `Counterpart could not start: ${String(error)}`}\n`);
  if (!known && error instanceof Error && error.stack) process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

try {
  const settings = readSettings();
  const server = await startServer(settings);
  for (const warning of server.warnings) process.stderr.write(`${warning}\n`);
  for (const note of server.notes) process.stdout.write(`${note}\n`);
  process.stdout.write(
    settings.role === 'worker'
      ? "Counterpart's worker is ready\n"
      : `Counterpart is ready at ${server.url}\n`,
  );
  let stopping = false;
  const stop = () => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    server.close().then(
      () => process.exit(0),
      (error: unknown) => giveUp(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  giveUp(error);
}
