/** Is told what broke and on which page, by its path. */
type Tell = (error: unknown, path: string) => void;

/** So many are kept until somebody is there to tell: of an error in every frame more would say nothing new. */
const KEPT_MAX = 20;

const kept: Parameters<Tell>[] = [];

let tell: Tell = (...broken) => void (kept.length < KEPT_MAX && kept.push(broken));

// From the first moment of the page: what reports errors is fetched when that has shown its first picture.
window.addEventListener('error', ({ error }: ErrorEvent) => tell(error, window.location.pathname));
window.addEventListener('unhandledrejection', ({ reason }) => tell(reason, window.location.pathname));

/** Has it told what has broken since the page began, and what breaks from now on. */
export function captureErrors(next: Tell): void {
  tell = next;
  for (const broken of kept.splice(0)) next(...broken);
}
