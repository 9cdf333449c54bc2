import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '../../contract/errors.ts';
import { ScriptedServer, type Answering } from '../../../tests/support/scripted-server.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import { createTransport, type RequestOptions, type Transport } from './transport.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const deal = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c6';
const other = '0199c1a2-3b4c-7d5e-8f60-718293a4b5c7';
const HTML = { 'content-type': 'text/html' };
const JSON_TYPE = { 'content-type': 'application/json' };
const element = {
  uuid: other,
  transaction: deal,
  item: null,
  task: null,
  label: 'Closing',
  order: 0,
  parent_element: null,
  version: 1,
  modified_at: '2026-01-01T00:00:00.000Z',
  modified_by: null,
};

let server: ScriptedServer;
let transport: Transport;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());
beforeEach(() => {
  server.seen.length = 0;
});

async function list(answer: Answering | 'hang up', options?: RequestOptions) {
  server.script = () => answer;
  return transport.ask((api, with_) => api.elements.list({ transaction: deal }, with_), options);
}

function refusal(status: number, code: ErrorCode, more: Partial<Answering> = {}): Answering {
  return { status, body: { code, error_message: 'A sentence.' }, ...more };
}

describe('a response from our server', () => {
  it('has its body, its tag and the server’s time', async () => {
    const headers = { etag: '"e1"', date: new Date(AT).toUTCString() };
    const answer = await list({ status: 200, body: [element], headers });
    expect(answer).toEqual({ kind: 'ok', body: [element], etag: '"e1"', serverNow: AT });
  });

  it('may lack a tag or a time', async () => {
    const answer = await list({ status: 200, body: [], headers: { date: 'noon' } });
    expect(answer).toEqual({ kind: 'ok', body: [], etag: null, serverNow: null });
  });

  it('is accepted without fields that this version does not know', async () => {
    const answer = await list({ status: 200, body: [{ ...element, colour: 'red' }] });
    expect(answer).toMatchObject({ kind: 'ok', body: [element] });
  });

  it('204 is done, and has no content', async () => {
    server.script = () => ({ status: 204 });
    const answer = await transport.send({ endpoint: 'documents.delete', input: { params: { id: deal } } });
    expect(answer).toMatchObject({ kind: 'ok', body: undefined, etag: null });
  });

  it('302 has a JSON body, without a Location that the browser would follow', async () => {
    expect(await list({ status: 302, body: [element] })).toMatchObject({ kind: 'ok', body: [element] });
    expect(server.seen).toHaveLength(1);
  });

  it('304 means that nothing changed', async () => {
    expect(await list({ status: 304 }, { etag: '"e1"' })).toEqual({ kind: 'not_modified' });
  });

  it.for([
    [400, 'malformed_request'],
    [401, 'wrong_credentials'],
    [403, 'not_allowed'],
    [404, 'not_found'],
    [409, 'changed_meanwhile'],
    [413, 'too_large'],
    [422, 'invalid'],
  ] as const)('%i %s rejects, with its message', async ([status, code]) => {
    expect(await list(refusal(status, code))).toEqual({
      kind: 'rejected',
      code,
      message: 'A sentence.',
      error: { code, error_message: 'A sentence.' },
    });
  });

  it('409 includes the conflicting row', async () => {
    const body = {
      code: 'changed_meanwhile',
      error_message: 'Changed.',
      current: { uuid: other, version: 4 },
    };
    expect(await list({ status: 409, body })).toMatchObject({ error: { current: { version: 4 } } });
  });

  it('[AUTH2] 401 ends the session', async () => {
    expect(await list(refusal(401, 'signed_out'))).toEqual({ kind: 'signed_out', message: 'A sentence.' });
  });

  it('[AUTH4] 426 asks for an update', async () => {
    expect(await list(refusal(426, 'contract_too_old'))).toEqual({
      kind: 'update_needed',
      message: 'A sentence.',
    });
  });

  it.for([
    [429, 'too_many_requests'],
    [500, 'internal'],
    [503, 'unavailable'],
  ] as const)('%i %s is retried', async ([status, code]) => {
    expect(await list(refusal(status, code))).toEqual({
      kind: 'retry',
      reason: 'A sentence.',
      unreachable: false,
      ours: true,
      error: null,
      afterMs: null,
    });
  });

  it.for([
    [400, 'rejected'],
    [402, 'rejected'],
    [408, 'retry'],
    [409, 'rejected'],
    [423, 'rejected'],
    [429, 'retry'],
    [502, 'retry'],
    [507, 'retry'],
    [401, 'signed_out'],
    [426, 'update_needed'],
  ] as const)(
    '[AUTH10] %i with a code newer than this version counts by its status: %s',
    async ([status, kind]) => {
      const body = { code: 'escrow_frozen', error_message: 'A sentence.' };
      const answer = await list({ status, body });
      expect(answer.kind).toBe(kind);
      expect(JSON.stringify(answer)).toContain('A sentence.');
    },
  );

  it('[PUSH5] says when to retry, in seconds or as a date', async () => {
    const busy = (after: string) => refusal(429, 'too_many_requests', { headers: { 'retry-after': after } });
    expect(await list(busy('7'))).toMatchObject({ kind: 'retry', afterMs: 7000 });
    const answer = await list(busy(new Date(Date.now() + 60_000).toUTCString()));
    expect(answer.kind === 'retry' && answer.afterMs).toBeGreaterThan(50_000);
    expect(answer.kind === 'retry' && answer.afterMs).toBeLessThanOrEqual(60_000);
    expect(await list(busy(new Date(0).toUTCString()))).toMatchObject({ afterMs: 0 });
    expect(await list(busy('soon'))).toMatchObject({ afterMs: null });
  });
});

describe('[AUTH1] retried because it may not be our server’s response', () => {
  const retried: [string, Answering, string | RegExp][] = [
    [
      'a captive portal’s page with status 200',
      { status: 200, ours: false, headers: HTML, body: '<h1>Welcome to the hotel</h1>' },
      'The response (200) didn’t come from Counterpart’s server.',
    ],
    [
      'a firewall’s 403',
      { status: 403, ours: false, headers: HTML, body: 'Blocked by policy' },
      'The response (403) didn’t come from Counterpart’s server.',
    ],
    [
      'somebody else’s 401',
      { status: 401, ours: false, body: { code: 'signed_out', error_message: 'Sign in to the proxy.' } },
      'The response (401) didn’t come from Counterpart’s server.',
    ],
    [
      'JSON of the right form without our header',
      { status: 200, ours: false, body: [element] },
      'The response (200) didn’t come from Counterpart’s server.',
    ],
    [
      'a 304 that a cache created',
      { status: 304, ours: false },
      'The response (304) didn’t come from Counterpart’s server.',
    ],
    ['a page with our header', { status: 200, headers: HTML, body: '<h1>Hello</h1>' }, /schema|incomplete/],
    [
      'truncated JSON',
      { status: 200, headers: JSON_TYPE, body: '[{"uuid":' },
      'The server’s response was incomplete.',
    ],
    [
      'a truncated body',
      { status: 200, headers: JSON_TYPE, body: '[{"uuid":', cut: true },
      'The server’s response was incomplete.',
    ],
    ['no body', { status: 200 }, 'The response doesn’t match its schema.'],
    [
      'a row that lacks a field',
      { status: 200, body: [element, { ...element, label: 7 }] },
      'The response doesn’t match its schema at 1.label.',
    ],
    ['a 500 with a page', { status: 500, headers: HTML, body: 'Oops' }, 'The server had a problem (500).'],
    ['a 408', { status: 408 }, 'The server had a problem (408).'],
    [
      'a refusal without a message',
      { status: 422, body: { code: 'invalid' } },
      'The server had a problem (422).',
    ],
  ];

  it.for(retried)('%s', async ([, answer, reason]) => {
    const judged = await list(answer);
    expect(judged).toMatchObject({ kind: 'retry', unreachable: false });
    expect(judged.kind === 'retry' && judged.reason).toMatch(
      typeof reason === 'string' ? new RegExp(`^${reason.replace(/[.()]/g, String.raw`\$&`)}$`) : reason,
    );
  });

  it('keeps the specified error of a response for the diagnostics page', async () => {
    const cut = await list({ status: 200, headers: JSON_TYPE, body: '[{' });
    expect(cut).toMatchObject({ error: 'Error parsing JSON response' });
    const general = await list({ status: 500, headers: HTML, body: 'Oops' });
    expect(general).toMatchObject({ error: 'ApiFetch error general 500' });
  });

  it('a captive portal that redirects to its own page', async () => {
    server.script = ({ url }) =>
      url.startsWith('/api/')
        ? { status: 302, ours: false, headers: { location: '/portal' } }
        : { status: 200, ours: false, headers: HTML, body: 'Welcome' };
    const answer = await transport.ask((api, with_) => api.elements.list({ transaction: deal }, with_));
    expect(answer).toMatchObject({ kind: 'retry' });
  });

  it.for(['hang up', 'nobody there'] as const)(
    'no response at all (%s), until a later success',
    async (how) => {
      const nobody = await ScriptedServer.start();
      await nobody.close();
      const asked =
        how === 'hang up'
          ? list('hang up')
          : createTransport({ origin: nobody.origin }).ask((api, with_) => api.config.get(undefined, with_));
      expect(await asked).toMatchObject({ kind: 'retry', unreachable: true, afterMs: null });
    },
  );
});

describe('a request', () => {
  it('[AUTH5] of an engine names its user, and a sign-in names nobody', async () => {
    server.script = () => ({ status: 204 });
    const own = createTransport({ origin: server.origin, userId: 'margaret' });
    await own.ask((api, with_) => api.auth.logout(undefined, with_));
    await own.send({ endpoint: 'documents.delete', input: { params: { id: deal } } });
    await transport.ask((api, with_) => api.auth.logout(undefined, with_));
    expect(server.seen.map(({ headers }) => headers['x-counterpart-user'])).toEqual([
      'margaret',
      'margaret',
      undefined,
    ]);
  });

  it('under way when the engine stops is aborted, and counts as not sent', async () => {
    const stopping = new AbortController();
    const arrived = Promise.withResolvers<void>();
    const { promise: never, resolve: letGo } = Promise.withResolvers<Answering>();
    server.script = async () => {
      arrived.resolve();
      return never;
    };
    const own = createTransport({ origin: server.origin, signal: stopping.signal });
    const asked = own.ask((api, with_) => api.config.get(undefined, with_));
    await arrived.promise;
    stopping.abort();
    expect(await asked).toMatchObject({ kind: 'retry', unreachable: true });
    letGo({ status: 204 });
  });

  it.for(['parcels.send', 'elements.frobnicate', 'elements'])(
    '[REJ5] to an endpoint that the contract lacks (%s) is rejected locally and never sent',
    async (endpoint) => {
      const said = vi.spyOn(console, 'error').mockReturnValue();
      const answer = await transport.send({ endpoint, input: { id: deal } });
      expect(answer).toMatchObject({ kind: 'rejected', code: 'unsendable' });
      expect(server.seen).toEqual([]);
      expect(said).toHaveBeenCalledOnce();
      said.mockRestore();
    },
  );

  it('names its user and bypasses caches', async () => {
    await list({ status: 200, body: [] });
    expect(server.seen).toMatchObject([
      { method: 'GET', url: `/api/transactions/element?transaction=${deal}`, body: '' },
    ]);
    const { headers } = server.seen[0]!;
    expect(headers['x-counterpart']).toBe(String(CONTRACT_VERSION));
    for (const absent of ['idempotency-key', 'x-base-version', 'if-none-match']) {
      expect(headers).not.toHaveProperty(absent);
    }
  });

  it('names the tag of the stored copy', async () => {
    await list({ status: 304 }, { etag: '"e1"' });
    expect(server.seen[0]?.headers['if-none-match']).toBe('"e1"');
  });

  it('[PUSH3] frozen in the outbox is sent unchanged, with its key and base version', async () => {
    server.script = () => ({ status: 200, body: element });
    const input = { params: { id: other }, query: { transaction: deal }, body: { label: 'Closing' } };
    const frozen = { endpoint: 'elements.update', input };
    const options = { idempotencyKey: 'the mutation', baseVersion: 7 };
    expect(await transport.send(frozen, options)).toMatchObject({ kind: 'ok' });
    await transport.send(JSON.parse(JSON.stringify(frozen)), options);
    const sent = server.seen.map(({ method, url, body, headers }) => ({
      line: `${method} ${url} ${body}`,
      key: headers['idempotency-key'],
      base: headers['x-base-version'],
      type: headers['content-type'],
    }));
    const expected = {
      line: `PATCH /api/transactions/element/${other}?transaction=${deal} {"label":"Closing"}`,
      key: 'the mutation',
      base: '7',
      type: 'application/json',
    };
    expect(sent).toEqual([expected, expected]);
  });

  it('for a row without a version from the server names no version', async () => {
    server.script = () => ({ status: 200, body: element });
    await transport.send(
      { endpoint: 'elements.update', input: { params: { id: other }, body: { label: 'x' } } },
      { baseVersion: 0 },
    );
    expect(server.seen[0]?.headers).not.toHaveProperty('x-base-version');
  });

  it('omits fields that an edit omits, and sends null for null', async () => {
    server.script = () => ({ status: 200, body: [element] });
    await transport.send({
      endpoint: 'elements.bulkUpdate',
      input: { element_uuids: [other], order: undefined, parent_element: null },
    });
    expect(JSON.parse(server.seen[0]!.body)).toEqual({ element_uuids: [other], parent_element: null });
  });
});

describe('the event stream', () => {
  /** Listens; `opened` once the stream is open. */
  function listen(until = new AbortController().signal) {
    const opened = Promise.withResolvers<void>();
    const ended = transport.listen({ opened: opened.resolve, moved: () => undefined }, until);
    return { opened: opened.promise, ended };
  }

  it('[FEED4] times out like any request if unanswered, and is requested again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = Promise.withResolvers<void>();
    const { promise: never, resolve: letGo } = Promise.withResolvers<Answering>();
    server.script = async () => {
      arrived.resolve();
      return never;
    };
    const { ended } = listen();
    await arrived.promise;
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(await ended).toMatchObject({ kind: 'retry', unreachable: true });
    letGo({ status: 204 });
  });

  it('[FEED4] is not given up, no matter how long it has been open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stopping = new AbortController();
    server.script = () => ({ status: 200, headers: { 'content-length': '1000' }, body: ':\n\n' });
    const { opened, ended } = listen(stopping.signal);
    await opened;
    expect(vi.getTimerCount(), 'only its silence is measured').toBeLessThanOrEqual(1);
    vi.useRealTimers();
    stopping.abort();
    expect(await ended).toMatchObject({ kind: 'retry', reason: 'The event stream ended.' });
  });

  it.for([
    [401, 'signed_out', 'signed_out'],
    [426, 'contract_too_old', 'update_needed'],
    [503, 'unavailable', 'retry'],
  ] as const)('[AUTH1] is judged like any response: %i %s', async ([status, code, kind]) => {
    server.script = () => refusal(status, code);
    expect(await listen().ended).toMatchObject({ kind });
    server.script = () => ({ ...refusal(status, code), ours: false });
    expect(await listen().ended).toMatchObject({ kind: 'retry' });
  });
});
