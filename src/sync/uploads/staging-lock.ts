/** The lock that all share who stage files: as long as nobody has it, bytes without a row are nobody's. */
export function stagingLock(userId: string): string {
  return `counterpart-staging-${userId}`;
}
