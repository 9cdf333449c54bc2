// `npm start`: everything that serving needs, then the server in this very process, so that signals reach it.
import { buildApp, isStale } from './app-build.ts';
import { bubblewrap, installMissing, libreOffice } from './system-packages.ts';

async function buildWhenStale(): Promise<void> {
  if (!isStale(process.cwd())) return;
  console.log('Building the app …');
  const result = await buildApp(process.cwd());
  if (result.code === 0) return;
  process.stderr.write(result.output);
  throw new Error('The app could not be built; the lines above say why.');
}

// The one waits for the network, the other for the processor.
const [missing] = await Promise.all([installMissing([libreOffice, bubblewrap]), buildWhenStale()]);
if (missing.includes(libreOffice)) {
  console.log(
    'Going on without LibreOffice: PDF files work, Word files cannot be converted until it is there.',
  );
}
await import('../server/main.ts');
