// `npm start`: prepares everything that the server needs, then runs the server in this process, so that
// signals reach it.
import { buildWhenStale } from './app-build.ts';
import { bubblewrap, installMissing, libreOffice } from './system-packages.ts';

// In parallel: the installation waits for the network, the build for the processor.
const [missing] = await Promise.all([installMissing([libreOffice, bubblewrap]), buildWhenStale()]);
if (missing.includes(libreOffice)) {
  console.log(
    'Continuing without LibreOffice: PDF files work, but Word files cannot be converted until it is installed.',
  );
}
await import('../server/main.ts');
