/** Why an administrator's command was not carried out, in a sentence for the terminal. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
