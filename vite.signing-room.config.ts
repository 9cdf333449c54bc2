import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One file: shared pieces in files of their own would weigh more. Pages that few people open are left out, and loaded when they are needed. */
const ROOM =
  /^(?!.*\/src\/(?:workers\/|contract\/rules\/signing\/(?:signatories\/witness|pages\/returned-file|fields\/signature-picture)|signing-room\/(?:witness\/|paper\/|picture\/|download-button|steps\/(?:decline-form|delegate-form|signature-pad)|rooms\/(?:ended-room|elsewhere-|new-device-room|preview-|return-entry))))/;

/** The signing room: a small page and a small service worker of its own. They are built after the app, into the same folder. */
export default defineConfig({
  plugins: [react()],
  // The app's build has copied public/.
  publicDir: false,
  build: {
    target: ['chrome107', 'edge107', 'firefox104', 'safari16'],
    emptyOutDir: false,
    sourcemap: 'hidden',
    // No data: URLs, no inline scripts: the CSP allows neither.
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
