import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunks, dexieBuild } from './scripts/bundle/dexie-build.ts';
import { offlineFiles } from './scripts/bundle/offline-files.ts';
import { filesApart, readChunks } from './scripts/bundle/precache-apart.ts';
import { pdfjsFiles } from './scripts/bundle/pdfjs-files.ts';
import { signingRoomInDev } from './scripts/bundle/signing-room-in-dev.ts';
import { zipBuild } from './scripts/bundle/zip-build.ts';
import { zodBuild } from './scripts/bundle/zod-build.ts';

const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';

/** Folders whose chunks are not precached, with the prefix of their file names. */
const APART = [
  { prefix: 'online-', folder: /\bsrc\/app\/screens\/online\// },
  {
    prefix: 'apart-',
    folder:
      /\bsrc\/app\/(?:deferred-ui|help|survey|tour|events|signature-pages|closing|replacing|signing\/packet-page)\//,
  },
];

/** The names of chunks that are not precached: online screens, the styleguide, and what is fetched in idle time (scripts/bundle/offline-files.ts). */
const isApart = /^assets\/(?:online|apart|styleguide)-/;

/** The beginning of the name of a file in which of our own modules none is from elsewhere; of others none. */
function partOf(modules: readonly string[]): string {
  const ours = modules.filter((module) => /\bsrc\//.test(module) && !module.includes('/node_modules/'));
  const part = APART.find(({ folder }) => ours.length > 0 && ours.every((module) => folder.test(module)));
  return part?.prefix ?? '';
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    pdfjsFiles(),
    offlineFiles(isApart),
    signingRoomInDev(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/workers',
      filename: 'service-worker.ts',
      // The person decides when to reload: autoUpdate would cut uploads off.
      registerType: 'prompt',
      // The app registers it: an injected script would be inline, which the CSP forbids.
      injectRegister: false,
      // public/manifest.webmanifest is ours.
      manifest: false,
      injectManifest: {
        // A classic script: every browser that has service workers runs it.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}', 'offline-files.json'],
        // A screen that does nothing without the server needs not be there without it.
        // The reader of PDFs is kept from its first use on, or with a deal: src/workers/service-worker.ts. The styleguide is
        // no screen of a person's work. Of the maskable icon only its picture is
        // used (scripts/icons.ts).
        globIgnores: ['assets/pdfjs-*', 'assets/pdfjs-*/**', 'icons/icon-maskable.svg'],
        // What is apart is kept once it was shown, with all that nothing else needs.
        manifestTransforms: [
          (entries) => {
            const apart = filesApart(readChunks('dist/.vite/manifest.json'), (file) => isApart.test(file));
            // Vite's manifest names no chunks of workers.
            return { manifest: entries.filter(({ url }) => !apart.has(url) && !isApart.test(url)) };
          },
        ],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      devOptions: { enabled: false, type: 'module' },
    }),
  ],
  resolve: { alias: [dexieBuild, zipBuild, zodBuild] },
  // Short names in what is kept on the device, in style sheets and in code; telling ones while working on it.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:6]' } } }),
  worker: {
    format: 'es',
    rollupOptions: { output: chunks },
  },
  build: {
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    // Which chunk loads which: scripts/check-size.ts reads it.
    manifest: true,
    // The server names each map in a header: a comment in each of the files would take 13 kB of what a device keeps.
    sourcemap: 'hidden',
    // No data: URLs, no inline scripts: the CSP allows neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        ...chunks,
        chunkFileNames: ({ facadeModuleId, moduleIds }) =>
          `assets/${partOf(facadeModuleId ? [facadeModuleId] : moduleIds)}[name]-[hash].js`,
        assetFileNames: ({ originalFileNames }) =>
          `assets/${partOf(originalFileNames)}[name]-[hash][extname]`,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: apiOrigin, changeOrigin: false } },
  },
}));
