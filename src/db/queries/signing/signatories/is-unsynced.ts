/** Returns whether this device has created the row and the server has not sent it yet. */
export function isUnsynced({ version }: { version: number }): boolean {
  return version === 0;
}
