import { readFileSync } from 'node:fs';
import { z } from 'zod';

const chunksSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

type Chunks = z.infer<typeof chunksSchema>;

/** Reads the chunks of a build from Vite's manifest, which does not list the chunks of workers. */
export function readChunks(manifest: string): Chunks {
  return chunksSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
}

/**
 * Returns the built files that only non-precached chunks use. `isApart` tells which chunks are not precached.
 */
export function filesApart(chunks: Chunks, isApart: (file: string) => boolean): ReadonlySet<string> {
  const reached = new Set(Object.keys(chunks).filter((key) => chunks[key]?.isEntry === true));
  for (const key of reached) {
    const { imports = [], dynamicImports = [] } = chunks[key] ?? {};
    for (const next of [...imports, ...dynamicImports]) {
      if (!isApart(chunks[next]?.file ?? '')) reached.add(next);
    }
  }
  const filesOf = (key: string) => [chunks[key]?.file ?? '', ...(chunks[key]?.css ?? [])];
  const needed = new Set([...reached].flatMap(filesOf));
  return new Set(
    Object.keys(chunks)
      .flatMap(filesOf)
      .filter((file) => !needed.has(file)),
  );
}
