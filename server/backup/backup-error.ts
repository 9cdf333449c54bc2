/** Why a backup cannot be made, used or restored, in a sentence for the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
