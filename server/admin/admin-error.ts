/** Explains in a sentence for the terminal why an administrator's command failed. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}
