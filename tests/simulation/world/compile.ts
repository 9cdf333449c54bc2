import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, Script } from 'node:vm';
import { dexieBuild } from '../../../scripts/bundle/dexie-build.ts';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const require = createRequire(import.meta.url);

/** A change that removes something from a source file, to see how the program behaves without it. */
export interface Mutation {
  /** The path below the project's folder. */
  file: string;
  from: string | RegExp;
  to: string;
}

/**
 * A program that can run any number of times, each time with its own modules: either in its own context, or
 * in ours with these names redefined. `modules` replaces packages.
 */
export type Runnable = (names: Readonly<Record<string, unknown>>, context?: Context) => void;

/** Modules without relevant state or globals are shared by all copies, because they take long to load. */
const shared = /^(zod|@orpc|@zip\.js|hash-wasm|uuid)|[/\\]src[/\\]contract[/\\]/;

/** Bundles a program with everything that it imports, once per process. Threads get the existing bundles when they start. */
export async function bundle(entry: string, mutations: readonly Mutation[] = []): Promise<string> {
  const key = JSON.stringify([entry, mutations.map(({ file, from, to }) => [file, String(from), to])]);
  const known = getEnvironmentData(key);
  if (typeof known === 'string') return known;
  const code = await build(entry, mutations);
  setEnvironmentData(key, code);
  return code;
}

async function build(entry: string, mutations: readonly Mutation[]): Promise<string> {
  const vite = await import('vite');
  const unused = new Set(mutations);
  const built = await vite.build({
    configFile: false,
    root,
    logLevel: 'silent',
    mode: 'development',
    resolve: { alias: [dexieBuild] },
    plugins: [
      {
        name: 'mutations',
        transform(code, id) {
          let mutated = code;
          for (const mutation of mutations) {
            if (!id.split('?')[0]?.endsWith(mutation.file)) continue;
            const parts = mutated.split(mutation.from);
            if (parts.length < 2) throw new Error(`no “${String(mutation.from)}” in ${mutation.file}`);
            mutated = parts.join(mutation.to);
            unused.delete(mutation);
          }
          return mutated === code ? null : { code: mutated, map: null };
        },
        enforce: 'pre',
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      lib: { entry: join(root, entry), formats: ['cjs'] },
      rolldownOptions: { external: (id) => shared.test(id), output: { codeSplitting: false } },
    },
  });
  for (const { file, from } of unused) throw new Error(`no file ${file} to take “${String(from)}” from`);
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`${entry} gives no program`);
  return output.output[0].code;
}

/** Compiles a bundle that gets these names from its caller. */
export function compile(code: string, filename: string, names: readonly string[]): Runnable {
  const parameters = ['require', 'module', 'exports', ...names].join(', ');
  const script = new Script(`(function (${parameters}) {${code}\n})`, { filename });
  return (given, context) => {
    const run: (...values: unknown[]) => void = context
      ? script.runInContext(context)
      : script.runInThisContext();
    const { modules = {} } = given;
    const find = (id: string): unknown => Reflect.get(Object(modules), id) ?? requireShared(id);
    run(find, { exports: {} }, {}, ...names.map((name) => given[name]));
  };
}

const loaded = new Map<string, unknown>();

function requireShared(id: string): unknown {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const contract = id.indexOf('src/contract/');
  const module: unknown = require(contract < 0 ? id : join(root, id.slice(contract)));
  loaded.set(id, module);
  return module;
}
