/** One chunk in Vite's manifest.json, with the fields that are used here. */
export interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean | undefined;
  readonly imports?: readonly string[] | undefined;
  readonly dynamicImports?: readonly string[] | undefined;
}

export type Manifest = Readonly<Record<string, ManifestChunk>>;

/**
 * Returns the JavaScript files that the page loads before it can show the screen of the module `screen`: the entry, each lazy
 * chunk on the way to the screen, and what those import statically. A screen without a lazy chunk of its own is part of a chunk
 * that is already counted.
 */
export function filesBeforeScreen(manifest: Manifest, screen: string): ReadonlySet<string> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true);
  if (entry === undefined) throw new Error('The manifest names no entry: is build.manifest on?');
  const way = manifest[screen] === undefined ? [entry] : wayTo(manifest, entry, screen);
  const files = new Set<string>();
  for (const key of way) {
    for (const chunk of withImports(manifest, key)) {
      const file = manifest[chunk]?.file;
      if (file?.endsWith('.js')) files.add(file);
    }
  }
  return files;
}

/** Static imports of a built module, as paths relative to it. */
export function staticImports(code: string): readonly string[] {
  return [...code.matchAll(/(?:^|[;}\s])(?:import|export)\b[^'"();]*?["'](\.\.?\/[^"']+\.js)["']/g)].flatMap(
    (found) => found[1] ?? [],
  );
}

/** A chunk and all that it imports statically, itself first. */
function withImports(manifest: Manifest, key: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

/** The shortest way from the entry to the screen over dynamic imports, both ends included. */
function wayTo(manifest: Manifest, entry: string, screen: string): readonly string[] {
  const ways: string[][] = [[entry]];
  const seen = new Set<string>();
  for (const way of ways) {
    const reached = withImports(manifest, way.at(-1) ?? entry);
    if (reached.has(screen)) return way;
    for (const chunk of reached) {
      for (const next of manifest[chunk]?.dynamicImports ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        ways.push([...way, next]);
      }
    }
  }
  throw new Error(`No import leads from ${entry} to ${screen}.`);
}
