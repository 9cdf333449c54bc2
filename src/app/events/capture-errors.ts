/** Receives an error and the path of the page that it happened on. */
type Report = (error: unknown, path: string) => void;

/** At most this many errors are kept until reporting starts. */
const KEPT_MAX = 20;

const kept: Parameters<Report>[] = [];

let report: Report = (...broken) => void (kept.length < KEPT_MAX && kept.push(broken));

// Listen from the start: the code that reports errors loads only after the first paint.
window.addEventListener('error', ({ error }: ErrorEvent) => report(error, window.location.pathname));
window.addEventListener('unhandledrejection', ({ reason }) => report(reason, window.location.pathname));

/** Passes all errors since the page loaded, and every later one, to `next`. */
export function captureErrors(next: Report): void {
  report = next;
  for (const broken of kept.splice(0)) next(...broken);
}
