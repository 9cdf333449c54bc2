import { createReadStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { BackupError } from './backup-error.ts';
import { syncFolder } from './hashed-file.ts';

// FOLDER/manifest.json     what is in the backup; written last, so a folder without it is no backup
// FOLDER/database/T.copy   the rows of table T, in PostgreSQL's text format of COPY
// FOLDER/jobs.jsonl        jobs that waited or ran, one a line
// FOLDER/objects.jsonl     stored files that the rows name, one a line
// FOLDER/objects/KEY       the stored files themselves

/** Increased when older versions can no longer restore new backups. */
export const FORMAT = 1;

const fileSchema = z.object({
  path: z.string(),
  bytes: z.number().int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifestSchema = z.object({
  product: z.literal('counterpart'),
  format: z.literal(FORMAT),
  /** The time of the snapshot. */
  made_at: z.iso.datetime(),
  postgres: z.string(),
  installation: z.uuid(),
  /** The applied database migrations, in order: the version of the schema. */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), file: fileSchema }),
  ),
  /** `value` null = never used. */
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  jobs: z.object({ count: z.number().int(), file: fileSchema }),
  objects: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Files that rows name but that the store didn't have, and files that differed from what was uploaded. */
    missing: z.number().int(),
    damaged: z.number().int(),
    file: fileSchema,
  }),
});
export type Manifest = z.infer<typeof manifestSchema>;

const objectLineSchema = z.union([
  z.object({ key: z.string(), missing: z.literal(true) }),
  z.object({
    key: z.string(),
    bytes: z.number().int(),
    sha256: z.string(),
    damaged: z.literal(true).optional(),
  }),
]);
/** A stored file of a backup. `missing`: the store did not have it; `damaged`: it differed from what was uploaded. */
export type ObjectLine = z.infer<typeof objectLineSchema>;

/** The location of a stored file in a backup. */
export function objectPath(key: string): string {
  return `objects/${key}`;
}

/** Writes the manifest, which makes the folder a backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const partial = join(folder, 'manifest.json.partial');
  await writeFile(partial, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  await syncFolder(folder);
  await rename(partial, join(folder, 'manifest.json'));
  await syncFolder(folder);
}

/** @throws {BackupError} if the folder has no manifest, or one that this version cannot read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new BackupError(
        `${folder} is not a complete backup: it has no manifest.json, which is written last.`,
      );
    throw error;
  });
  const json = parseJson(text);
  const head = z.object({ product: z.literal('counterpart'), format: z.number() }).safeParse(json);
  if (head.success && head.data.format > FORMAT)
    throw new BackupError(
      'The backup was made by a newer version of Counterpart. Restore it with that version.',
    );
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) throw new BackupError(`manifest.json in ${folder} is damaged.`);
  return manifest.data;
}

/** @throws {BackupError} */
export async function* readObjectLines(folder: string): AsyncGenerator<ObjectLine> {
  for await (const line of linesOf(folder, 'objects.jsonl')) {
    const object = objectLineSchema.safeParse(parseJson(line));
    if (!object.success) throw new BackupError(`objects.jsonl in ${folder} is damaged.`);
    yield object.data;
  }
}

export function linesOf(folder: string, path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(join(folder, path)), crlfDelay: Infinity });
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
