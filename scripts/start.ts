// `npm start`: everything that serving needs, then the server in this very process, so that signals reach it.
import { buildWhenStale } from './app-build.ts';
import { bubblewrap, installMissing, libreOffice } from './system-packages.ts';

// The one waits for the network, the other for the processor.
const [missing] = await Promise.all([installMissing([libreOffice, bubblewrap]), buildWhenStale()]);
if (missing.includes(libreOffice)) {
  console.log(
    'Going on without LibreOffice: PDF files work, Word files cannot be converted until it is there.',
  );
}
await import('../server/main.ts');
