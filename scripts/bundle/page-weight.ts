/** One chunk in Vite's manifest.json, with the fields that are used here. */
export interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean | undefined;
  readonly imports?: readonly string[] | undefined;
  readonly dynamicImports?: readonly string[] | undefined;
}

export type Manifest = Readonly<Record<string, ManifestChunk>>;

/**
 * Returns the JavaScript files that the page loads before it can show the screen in the module `screen`: the
 * entry, each lazy chunk on the way to the screen, and their static imports. A screen without its own lazy
 * chunk is in a chunk that is already counted.
 */
export function filesBeforeScreen(manifest: Manifest, screen: string): ReadonlySet<string> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error('The manifest names no entry: is build.manifest on?');
  const path = manifest[screen] === undefined ? [entry] : pathTo(manifest, entry, screen);
  const files = new Set<string>();
  for (const key of path) {
    for (const chunk of withImports(manifest, key)) {
      const file = manifest[chunk]?.file;
      if (file?.endsWith('.js')) files.add(file);
    }
  }
  return files;
}

/** Returns the static imports of a built module, as paths relative to it. */
export function staticImports(code: string): readonly string[] {
  return [...code.matchAll(/(?:^|[;}\s])(?:import|export)\b[^'"();]*?["'](\.\.?\/[^"']+\.js)["']/g)].flatMap(
    (found) => found[1] ?? [],
  );
}

/** Returns a chunk, followed by everything that it imports statically. */
function withImports(manifest: Manifest, key: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

/** Returns the shortest path from the entry to the screen through dynamic imports, including both ends. */
function pathTo(manifest: Manifest, entry: string, screen: string): readonly string[] {
  const paths: string[][] = [[entry]];
  const seen = new Set<string>();
  for (const path of paths) {
    const reached = withImports(manifest, path.at(-1) ?? entry);
    if (reached.has(screen)) return path;
    for (const chunk of reached) {
      for (const next of manifest[chunk]?.dynamicImports ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        paths.push([...path, next]);
      }
    }
  }
  throw new Error(`No import leads from ${entry} to ${screen}.`);
}
