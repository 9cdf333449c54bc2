/** Returns whether an error is reported. Rejected requests (status below 500) are not the app's fault (docs/product/app-shell.md, "Errors"). */
export function isReported(error: unknown): boolean {
  const status = statusOf(error);
  return status === null || status >= 500;
}

function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('status' in error && typeof error.status === 'number') return error.status;
  return 'cause' in error && error.cause !== error ? statusOf(error.cause) : null;
}

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** Returns the page's path without the ids that would identify a deal. */
export function screenOf(pathname: string): string {
  return pathname.replaceAll(ID, ':id');
}

/** Returns the code locations of an error's stack, innermost first, without its message, which may quote a deal. */
export function placesOf(stack: string): string {
  return stack
    .split('\n')
    .flatMap((line) => /(?:assets|src)\/[\w./-]+:\d+:\d+/.exec(line)?.[0] ?? [])
    .slice(0, 12)
    .join(' ');
}
