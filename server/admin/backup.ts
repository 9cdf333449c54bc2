import { resolve } from 'node:path';
import { BackupError } from '../backup/backup-error.ts';
import { makeBackup, rowsOf } from '../backup/make-backup.ts';
import { readManifest, type Manifest } from '../backup/manifest.ts';
import { assertKnownSchema, restoreBackup } from '../backup/restore-backup.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { AdminError } from './admin-error.ts';

/** How many lines of a long list are printed. */
const SHOWN = 20;

/** `npm run admin -- backup FOLDER`. @throws {AdminError} also if the backup is complete but files had already been lost */
export async function backup(source: Parameters<typeof makeBackup>[0], named: string): Promise<string> {
  const folder = resolve(named);
  const manifest = await asAdminError(async () => makeBackup(source, folder));
  const { missing, damaged } = manifest.objects;
  if (missing + damaged === 0) return `Backed up ${contentsOf(manifest)} to ${folder}.`;
  throw new AdminError(
    `Backed up ${contentsOf(manifest)} to ${folder}. The backup can be restored, but the file store has lost files that transactions still refer to: ${missing} missing, ${damaged} damaged. "npm run admin -- verify ${folder}" lists them.`,
  );
}

/** `npm run admin -- verify FOLDER`: needs neither the database nor the file store. @throws {AdminError} if anything is wrong */
export async function verify(named: string): Promise<string> {
  const folder = resolve(named);
  return asAdminError(async () => {
    const manifest = await readManifest(folder);
    const { faults, warnings } = await verifyBackup(folder, manifest);
    if (faults.length > 0)
      throw new AdminError(
        `The backup in ${folder} is damaged and cannot be restored:\n${listed([...faults, ...warnings])}`,
      );
    if (warnings.length > 0)
      throw new AdminError(
        `The backup in ${folder} is intact and can be restored, but some files were already missing or damaged when it was made:\n${listed(warnings)}`,
      );
    return `The backup in ${folder} is intact: ${contentsOf(manifest)}, as of ${manifest.made_at}.`;
  });
}

/**
 * `npm run admin -- restore FOLDER`. Opens the database and the store only after the backup has been verified.
 * @throws {AdminError}
 */
export async function restore(
  named: string,
  open: () => Promise<{ target: Parameters<typeof restoreBackup>[0]; close: () => Promise<void> }>,
): Promise<string> {
  const folder = resolve(named);
  return asAdminError(async () => {
    const manifest = await readManifest(folder);
    assertKnownSchema(manifest);
    const { faults, warnings } = await verifyBackup(folder, manifest);
    if (faults.length > 0)
      throw new AdminError(`The backup in ${folder} is damaged, so nothing was restored:\n${listed(faults)}`);
    const { target, close } = await open();
    try {
      await restoreBackup(target, folder, manifest);
    } finally {
      await close();
    }
    return [
      `Restored ${contentsOf(manifest)}, as of ${manifest.made_at}. Start the server. Everyone has to sign in again.`,
      'Settings are not part of a backup: set PUBLIC_URL, SMTP_URL and the others to their earlier values.',
      'Access is as it was at the time of the backup. Accounts disabled, members removed, rights reduced, and passwords changed since then have been reverted.',
      `Before you start the server, look for such changes in the audit log of the old installation ("npm run admin -- audit --since ${manifest.made_at}") and disable accounts with "npm run admin -- user EMAIL --disable".`,
      ...warnings.slice(0, SHOWN),
    ].join('\n');
  });
}

function contentsOf(manifest: Manifest): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const { count, bytes } = manifest.objects;
  return `${number(rowsOf(manifest))} rows and ${number(count)} files (${number(Math.ceil(bytes / 1e6))} MB)`;
}

function listed(lines: readonly string[]): string {
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
}

async function asAdminError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BackupError ? new AdminError(error.message, { cause: error }) : error;
  }
}
