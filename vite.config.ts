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
      /\bsrc\/app\/(?:deferred-ui|help|survey|tour|events|signature-pages|closing|replacing|signing\/packet-page|documents\/download)\//,
  },
];

/**
 * Matches the chunks that are not precached: online screens, the styleguide, and what is downloaded when the
 * device is idle (scripts/bundle/offline-files.ts).
 */
const isApart = /^assets\/(?:online|apart|styleguide)-/;

/**
 * Returns the file name prefix for a chunk if all of our modules in it are from one of the folders in
 * `APART`, or an empty string.
 */
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
      // The user decides when to reload: autoUpdate would interrupt uploads.
      registerType: 'prompt',
      // The app registers it: an injected script would be inline, which the CSP forbids.
      injectRegister: false,
      // public/manifest.webmanifest is used instead.
      manifest: false,
      injectManifest: {
        // A classic script, which every browser with service workers can run.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}', 'offline-files.json'],
        // The viewer is cached when it is first used, or with an offline deal
        // (src/workers/service-worker.ts). Only the pictures made from the maskable icon are used
        // (scripts/icons.ts).
        globIgnores: ['assets/pdfjs-*', 'assets/pdfjs-*/**', 'icons/icon-maskable.svg'],
        // Chunks that are not precached are cached when they are first used, along with everything that only
        // they need.
        manifestTransforms: [
          (entries) => {
            const apart = filesApart(readChunks('dist/.vite/manifest.json'), (file) => isApart.test(file));
            // Vite's manifest doesn't list the chunks of workers.
            return { manifest: entries.filter(({ url }) => !apart.has(url) && !isApart.test(url)) };
          },
        ],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
      devOptions: { enabled: false, type: 'module' },
    }),
  ],
  resolve: { alias: [dexieBuild, zipBuild, zodBuild] },
  // The build uses short class names, which keeps the stored files small. Development uses readable ones.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:6]' } } }),
  worker: {
    format: 'es',
    rollupOptions: { output: chunks },
  },
  build: {
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    // Lists which chunk loads which, for scripts/check-size.ts.
    manifest: true,
    // The server names each source map in a header. Comments in the files would add 13 kB to what a device
    // stores.
    sourcemap: 'hidden',
    // No data: URLs, because the CSP forbids them.
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
