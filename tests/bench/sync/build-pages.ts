import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { dexieBuild } from '../../../scripts/bundle/dexie-build.ts';
import { runCommand } from '../../../scripts/run-command.ts';

/** The paths of the measured pages in the build. */
export const PAGES = {
  counterpart: 'tests/bench/pages/counterpart.html',
  wire: 'tests/bench/pages/wire.html',
  indexeddb: 'tests/bench/pages/indexeddb.html',
  dexie: 'tests/bench/pages/dexie.html',
  rxdb: 'bench/rxdb.html',
  replicache: 'bench/replicache.html',
} as const;
export type PageName = keyof typeof PAGES;

/** The output folder of the build. */
export const OUT = 'bench/dist';

/**
 * Installs the peers, type-checks their pages, and builds all pages for production. Throws with the output of
 * a failed step.
 */
export async function buildPages(): Promise<void> {
  await mustRun('npm', ['ci', '--no-audit', '--no-fund'], 'bench');
  await mustRun('tsc', ['--project', 'bench/tsconfig.json']);
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [ourDexie],
    worker: { format: 'es' },
    build: {
      outDir: OUT,
      emptyOutDir: true,
      target: 'chrome120',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
      rollupOptions: { input: Object.values(PAGES).map((page) => resolve(page)) },
    },
  });
}

/**
 * Gives the product's own pages the Dexie build that the product ships with. Peers keep their own
 * dependencies.
 */
const ourDexie: Plugin = {
  name: 'our-dexie',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!dexieBuild.find.test(source) || importer?.includes('bench/node_modules/')) return null;
    return this.resolve(dexieBuild.replacement, importer);
  },
};

async function mustRun(command: string, parameters: string[], folder?: string): Promise<void> {
  const { code, output } = await runCommand(command, parameters, { folder });
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} failed:\n${output}`);
}
