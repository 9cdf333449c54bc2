import { CONTRACT_HEADER } from '../../src/contract/version.ts';
import { Refusal } from '../refusal.ts';
import { isLoopbackHost, type Settings } from '../settings.ts';

type Headers = {
  origin?: string | undefined;
  host?: string | undefined;
  [CONTRACT_HEADER]?: string | string[] | undefined;
};

/**
 * Checks that a write comes from the app's own origin or, without an `Origin`, from a client that sends `X-Counterpart`,
 * which a foreign page can't (docs/product/api.md, "Requests"). @throws {Refusal} `foreign_origin`
 */
export function assertOwnOrigin(settings: Settings, headers: Headers): void {
  const { origin, host } = headers;
  const own =
    origin === undefined
      ? headers[CONTRACT_HEADER] !== undefined
      : origin === settings.publicUrl || isSameLoopback(origin, host);
  if (!own) {
    throw new Refusal(
      'foreign_origin',
      'This request came from another site, so nothing was changed. Open Counterpart and try again.',
    );
  }
}

/**
 * On this machine, a server on any port (such as Vite's) may be in front of this one, as long as the page and the server have
 * the same origin.
 */
function isSameLoopback(origin: string, host: string | undefined): boolean {
  if (host === undefined || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host.toLowerCase() && isLoopbackHost(url.hostname);
}
