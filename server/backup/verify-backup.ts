import { hashOf, type HashedFile } from './hashed-file.ts';
import { objectPath, readObjectLines, type Manifest } from './manifest.ts';

export type Verification = {
  /** The damage to the backup since it was made, one sentence each. If there is any, nothing can be restored. */
  faults: string[];
  /** The files that were missing or damaged in the file store when the backup was made. */
  warnings: string[];
};

/** Reads every file of a backup and compares it with the manifest. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<Verification> {
  const faults: string[] = [];
  const warnings: string[] = [];
  const check = async (file: HashedFile) => {
    const found = await hashOf(folder, file.path);
    if (found === null) faults.push(`${file.path} is missing.`);
    else if (found.bytes !== file.bytes)
      faults.push(`${file.path} is damaged: it has ${found.bytes} bytes instead of ${file.bytes}.`);
    else if (found.sha256 !== file.sha256)
      faults.push(`${file.path} is damaged: its contents have changed since the backup.`);
  };
  for (const { file } of manifest.tables) await check(file);
  await check(manifest.jobs.file);
  const listFaults = faults.length;
  await check(manifest.objects.file);
  // A damaged list can't be trusted.
  if (faults.length > listFaults) return { faults, warnings };
  for await (const object of readObjectLines(folder)) {
    if ('missing' in object) {
      warnings.push(`${object.key} was already missing from the file store when the backup was made.`);
      continue;
    }
    if (object.damaged)
      warnings.push(`${object.key} was already damaged in the file store when the backup was made.`);
    await check({ path: objectPath(object.key), bytes: object.bytes, sha256: object.sha256 });
  }
  return { faults, warnings };
}
