import type { Plugin, Rolldown } from 'vite';
import { pdfjsList } from './pdfjs-files.ts';
import { filesApart } from './precache-apart.ts';

/**
 * Names the list of files that are needed offline but not precached. The list itself is precached
 * (src/db/offline/file-caches.ts).
 */
const list = 'offline-files.json';

/** Screens that need the server, or that users never work with. */
const isOnlineOnly = /^assets\/(?:online|styleguide)-/;

/** The library that the viewer uses. */
const isViewer = /^assets\/pdfjs-[^/]+\.js$/;

/** The fonts of signature pages in the default design. */
const isUsualFont = /^assets\/Tinos_(?:400Regular|700Bold)-[^/]+\.ttf$/;

/**
 * Lists the viewer and the screens that are not precached. A device with offline deals downloads them when it
 * is idle, not when it installs the app. `isApart` matches the names of chunks that are not precached.
 */
export function offlineFiles(isApart: RegExp): Plugin {
  return {
    name: 'counterpart-offline-files',
    generateBundle(_options, bundle) {
      // Only once: the service worker's build uses the same plugins.
      if (this.environment.name !== 'client') return;
      const names = Object.keys(bundle);
      const viewer = names.filter((name) => isViewer.test(name));
      const fonts = names.filter((name) => isUsualFont.test(name));
      if (viewer.length === 0 || fonts.length === 0)
        this.error('The build contains no viewer, or no font for signature pages.');
      const chunks = chunksOf(bundle);
      const apart = filesApart(chunks, (file) => isApart.test(file) || isViewer.test(file));
      const onlineOnly = filesApart(chunks, (file) => isOnlineOnly.test(file));
      const screens = [...apart].filter((file) => !onlineOnly.has(file) && !isViewer.test(file));
      const source = JSON.stringify([...viewer, pdfjsList, ...screens, ...fonts].map((name) => `/${name}`));
      this.emitFile({ type: 'asset', fileName: list, source });
    },
  };
}

function chunksOf(bundle: Rolldown.OutputBundle): Parameters<typeof filesApart>[0] {
  return Object.fromEntries(
    Object.entries(bundle).flatMap(([file, output]) => {
      if (output.type !== 'chunk') return [];
      const { isEntry, imports, dynamicImports } = output;
      return [
        [
          file,
          { file, isEntry, imports, dynamicImports, css: [...(output.viteMetadata?.importedCss ?? [])] },
        ],
      ];
    }),
  );
}
