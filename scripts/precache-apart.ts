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

/**
 * The files of the build that only what is not kept from the start on needs; `isApart` says which chunks begin that. `manifest`:
 * the path of Vite's, which names no workers: theirs are never among them.
 */
export function filesApart(manifest: string, isApart: (file: string) => boolean): ReadonlySet<string> {
  const chunks = chunksSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')));
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
