/** Why a backup cannot be made, read or restored, as a sentence for the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
