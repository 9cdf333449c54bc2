import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { runCommand } from '../run-command.ts';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), dev: z.boolean().optional() }),
  ),
});
const listSchema = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
export type PartsList = z.infer<typeof listSchema>;

/**
 * Returns the packages that the server and the app contain, as CycloneDX. npm lists all packages, and development dependencies are
 * removed here: `npm sbom --omit dev` also omits packages that a development tool happens to use, such as zod.
 * @throws {Error} with what npm said
 */
export async function partsList(): Promise<PartsList> {
  const sbom = await runCommand('npm', ['sbom', '--sbom-format', 'cyclonedx', '--silent']);
  const start = sbom.output.indexOf('{');
  if (sbom.code !== 0 || start < 0) throw new Error(sbom.output);
  const list = listSchema.parse(JSON.parse(sbom.output.slice(start)));
  const { packages } = lockSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const contained = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => dev !== true)
      .map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
  );
  const components = list.components.filter((each) => contained.has(each['bom-ref']));
  const refs = new Set(list.components.map((each) => each['bom-ref']).filter((ref) => !contained.has(ref)));
  const dependencies = list.dependencies
    .filter(({ ref }) => !refs.has(ref))
    .map((each) => ({ ...each, dependsOn: each.dependsOn?.filter((ref) => !refs.has(ref)) ?? [] }));
  return { ...list, components, dependencies };
}

/** Writes the list next to package.json. Returns whether that worked. */
export async function writePartsList(): Promise<boolean> {
  try {
    writeFileSync('sbom.cdx.json', `${JSON.stringify(await partsList(), null, 2)}\n`);
    console.log('Wrote sbom.cdx.json.');
    return true;
  } catch (error) {
    console.log(`${String(error)}\nThe parts list (sbom.cdx.json) could not be written.`);
    return false;
  }
}
