/**
 * Of traces, of sessions that are recorded, and of those recorded since something broke (docs/product/app-shell.md, "Errors"): for an error reporting
 * that records.
 */
export const SAMPLE_RATES = { trace: 1, sessionReplay: 0.1, errorReplay: 1 } as const;

/** Whether an error is reported: those by which the server refused something are no faults of the app (docs/product/app-shell.md, "Errors"). */
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

/** Where on the app something happened, without which deal it was. */
export function screenOf(pathname: string): string {
  return pathname.replaceAll(ID, ':id');
}

/** Of an error's stack the places in the code, the innermost first. Its words stay here: they may quote a deal. */
export function placesOf(stack: string): string {
  return stack
    .split('\n')
    .flatMap((line) => /(?:assets|src)\/[\w./-]+:\d+:\d+/.exec(line)?.[0] ?? [])
    .slice(0, 12)
    .join(' ');
}
