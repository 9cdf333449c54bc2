/** Why an administrator's command failed, as a sentence for the terminal. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
