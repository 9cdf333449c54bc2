let continued: string | null = null;

/** The person chose to go on without the server, on this page. */
export function goOnOffline(userId: string): void {
  continued = userId;
}

export function goesOnOffline(userId: string): boolean {
  return continued === userId;
}

export function endOfflineWork(): void {
  continued = null;
}
