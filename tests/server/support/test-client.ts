import { CONTRACT_VERSION } from '../../../src/contract/version.ts';

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; null without a body. */
  body: ReturnType<typeof JSON.parse>;
};

type Extra = { headers?: Record<string, string | undefined> };

/** A client of the API over real HTTP, with a cookie jar. It sends `X-Counterpart` like the app. */
export class TestClient {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  get(path: string, extra?: Extra): Promise<Answer> {
    return this.send('GET', path, undefined, extra);
  }

  post(path: string, body?: unknown, extra?: Extra): Promise<Answer> {
    return this.send('POST', path, body, extra);
  }

  patch(path: string, body?: unknown, extra?: Extra): Promise<Answer> {
    return this.send('PATCH', path, body, extra);
  }

  delete(path: string, extra?: Extra): Promise<Answer> {
    return this.send('DELETE', path, undefined, extra);
  }

  /** Sends `body` as JSON, or unchanged if it is a string. */
  async send(method: string, path: string, body?: unknown, extra: Extra = {}): Promise<Answer> {
    const headers = new Headers();
    const given: Record<string, string | undefined> = {
      'x-counterpart': String(CONTRACT_VERSION),
      ...(this.cookies.size > 0 && {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...extra.headers,
    };
    for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const json = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: json && text !== '' ? JSON.parse(text) : null,
    };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}
