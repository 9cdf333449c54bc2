import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Modules that go into one file, because separate files would be larger. Rarely used parts are excluded and
 * load on demand.
 */
const ROOM =
  /^(?!.*\/src\/(?:workers\/|contract\/rules\/signing\/(?:signatories\/witness|pages\/returned-file|fields\/signature-picture)|signing-room\/(?:witness\/|paper\/|picture\/|download-button|steps\/(?:decline-form|delegate-form|signature-pad)|rooms\/(?:ended-room|elsewhere-|new-device-room|preview-|return-entry))))/;

/**
 * Builds the signing room: a small page with its own small service worker. It is built after the app, into
 * the same folder.
 */
export default defineConfig({
  plugins: [react()],
  // The app's build has already copied public/.
  publicDir: false,
  build: {
    target: ['chrome107', 'edge107', 'firefox104', 'safari16'],
    emptyOutDir: false,
    sourcemap: 'hidden',
    // No data: URLs, because the CSP forbids them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { 'signing-room': 'sign.html', 'room-worker': 'src/workers/room-worker.ts' },
      output: {
        codeSplitting: { groups: [{ name: 'room', test: ROOM }] },
        entryFileNames: ({ name }) =>
          name === 'room-worker' ? 'sign-worker.js' : 'assets/signing-room-[hash].js',
        chunkFileNames: 'assets/signing-room-[name]-[hash].js',
        assetFileNames: 'assets/signing-room-[name]-[hash][extname]',
      },
    },
  },
});
