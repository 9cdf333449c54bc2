/** Explains in a sentence for the terminal why a backup can't be made, read or restored. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
