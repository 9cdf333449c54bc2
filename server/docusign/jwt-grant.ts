import { sign } from 'node:crypto';
import * as z from 'zod';
import type { DocusignSettings } from '../settings.ts';
import { send, type Outcome } from './send-request.ts';

/** The address of the account's envelopes, and the token that opens it. */
export interface Access {
  readonly token: string;
  /** The address of the account, without a trailing slash. */
  readonly account: string;
}

/** How long a grant is valid, in seconds. DocuSign allows no more. */
const GRANT_SECONDS = 3600;

/** A token is replaced this long before it ends, so that it is valid for the whole call. */
const EARLY_MS = 5 * 60_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const userSchema = z.object({
  accounts: z.array(z.object({ account_id: z.string(), base_uri: z.url({ protocol: /^https?$/ }) })),
});

/** Signs in at DocuSign with the server's own key (JWT grant), in the name of the user who has consented to that. */
export class JwtGrant {
  readonly #settings: DocusignSettings;
  readonly #now: () => Date;
  #current: { access: Access; until: number } | null = null;

  constructor(settings: DocusignSettings, now: () => Date) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Returns a valid token. @param refused a token that DocuSign no longer accepts */
  async access(refused: string | null): Promise<Outcome<Access>> {
    const current = this.#current;
    if (current && current.until > this.#now().getTime() && current.access.token !== refused)
      return { kind: 'ok', value: current.access };
    const { authOrigin, accountId } = this.#settings;
    const granted = await send(
      `${authOrigin}/oauth/token`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: this.#assertion(),
        }).toString(),
      },
      tokenSchema,
    );
    if (granted.kind !== 'ok') return granted;
    const { access_token: token, expires_in } = granted.value;
    const headers = { authorization: `Bearer ${token}` };
    const user = await send(`${authOrigin}/oauth/userinfo`, { method: 'GET', headers }, userSchema);
    if (user.kind !== 'ok') return user;
    const account = user.value.accounts.find(({ account_id }) => account_id === accountId);
    if (!account)
      return {
        kind: 'rejected',
        code: 'ACCOUNT_UNKNOWN',
        sentence: 'The DocuSign user of this server isn’t a member of the account in DOCUSIGN_ACCOUNT_ID.',
      };
    const base = account.base_uri.replace(/\/$/, '');
    const access = { token, account: `${base}/restapi/v2.1/accounts/${encodeURIComponent(accountId)}` };
    this.#current = { access, until: this.#now().getTime() + expires_in * 1000 - EARLY_MS };
    return { kind: 'ok', value: access };
  }

  /** A JSON Web Token (RFC 7519), signed with RS256. Its audience is only the host, as DocuSign requires. */
  #assertion(): string {
    const { integrationKey, userId, privateKey, authOrigin } = this.#settings;
    const issuedAt = Math.floor(this.#now().getTime() / 1000);
    const claims = {
      iss: integrationKey,
      sub: userId,
      aud: new URL(authOrigin).host,
      iat: issuedAt,
      exp: issuedAt + GRANT_SECONDS,
      scope: SCOPES,
    };
    const text = [{ alg: 'RS256', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }
}

const SCOPES = 'signature impersonation';

/** The address at which the user of the settings allows this server to act in their name. */
export function consentUrl({ authOrigin, integrationKey }: DocusignSettings, publicUrl: string): string {
  const url = new URL('/oauth/auth', authOrigin);
  const asked = {
    response_type: 'code',
    scope: SCOPES,
    client_id: integrationKey,
    redirect_uri: `${publicUrl}/`,
  };
  // DocuSign's own examples separate scopes by %20, not by +.
  url.search = new URLSearchParams(asked).toString().replaceAll('+', '%20');
  return url.href;
}
