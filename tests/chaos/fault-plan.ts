import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../src/contract/version.ts';
import type { Fault, FaultPlan, StrangersAnswer } from '../support/chaos-proxy.ts';
import type { Random } from './random.ts';

/** The properties of a network. */
export interface Climate {
  /** The share of requests that meet a fault. */
  shares: readonly { choice: number; weight: number }[];
  /** A cut happens within this many bytes of a request. */
  cutWithin: number;
  /** The minimum size of the pieces of a slow request or response. The maximum is ten times as much. */
  pieceBytes: number;
  /** Responses that something other than the server sends. */
  stranger: (random: Random) => StrangersAnswer;
  overloaded: (random: Random) => StrangersAnswer;
}

/** For people who edit: small requests, cut anywhere. */
const rough: Climate = {
  shares: [
    { choice: 0.2, weight: 2 },
    { choice: 0.45, weight: 3 },
    { choice: 0.7, weight: 2 },
  ],
  cutWithin: 900,
  pieceBytes: 20,
  stranger,
  overloaded,
};

/** For people who upload: bad enough for every fault, but good enough for some bytes to get through. */
export const uploading: Climate = {
  ...rough,
  shares: [
    { choice: 0.1, weight: 2 },
    { choice: 0.25, weight: 3 },
    { choice: 0.45, weight: 2 },
  ],
  pieceBytes: 200,
};

const kinds: readonly { choice: Fault['kind'] | 'burst'; weight: number }[] = [
  { choice: 'reset', weight: 2 },
  { choice: 'cut request', weight: 3 },
  { choice: 'cut answer', weight: 4 },
  { choice: 'black hole', weight: 1 },
  { choice: 'swallow', weight: 5 },
  { choice: 'duplicate', weight: 5 },
  { choice: 'slow', weight: 2 },
  { choice: 'stranger', weight: 3 },
  { choice: 'burst', weight: 2 },
];

/**
 * Plans the faults of one device's network. The fault of a request depends on the seed, its route and the
 * number of earlier requests to that route, so the order of requests to different routes doesn't matter.
 */
export function planFaults(random: Random, climate: Climate = rough): FaultPlan {
  const share = random.weighted(climate.shares);
  // Each network has its typical faults: one loses responses, another repeats requests.
  const vices = kinds.map(({ choice, weight }) => ({
    choice,
    weight: weight * (0.1 + 3 * random.next() ** 2),
  }));
  const counts = new Map<string, number>();
  let burst: { left: number; fault: Fault } | null = null;
  return ({ method, url }) => {
    const route = `${method} ${routeOf(url)}`;
    const count = counts.get(route) ?? 0;
    counts.set(route, count + 1);
    if (burst && burst.left > 0) {
      burst.left -= 1;
      return burst.fault;
    }
    const own = random.fork(`${route}/${count}`);
    if (!own.chance(share)) return { kind: 'pass' };
    const kind = own.weighted(vices);
    if (kind !== 'burst') return makeFault(kind, own, climate);
    const fault: Fault = { kind: 'stranger', answer: climate.overloaded(own), reaches: false };
    burst = { left: 1 + own.below(6), fault };
    return fault;
  };
}

function routeOf(url: string): string {
  return (url.split('?')[0] ?? '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');
}

function makeFault(kind: Fault['kind'], random: Random, climate: Climate): Fault {
  switch (kind) {
    case 'pass':
    case 'reset':
    case 'swallow':
      return { kind };
    case 'cut request':
      return { kind, atByte: random.below(climate.cutWithin) };
    case 'cut answer':
      // Most responses have a few hundred bytes, lists a few thousand.
      return { kind, atByte: random.below(random.chance(0.5) ? 500 : 4000) };
    case 'black hole':
      return { kind, reaches: random.chance(0.6) };
    case 'duplicate':
      return { kind, after: random.chance(0.5) ? 0 : 1 + random.below(8) };
    case 'slow':
      return { kind, pieceBytes: climate.pieceBytes + random.below(9 * climate.pieceBytes) };
    case 'stranger':
      return { kind, answer: climate.stranger(random), reaches: random.chance(0.4) };
  }
}

/** A gateway whose errors have the same format as Counterpart's. */
const NO_SUCH_HOST = '{"code":"not_found","error_message":"No such host."}';

/** Returns a response from something between the device and Counterpart, such as a proxy. */
function stranger(random: Random): StrangersAnswer {
  const page = { 'content-type': 'text/html; charset=utf-8' };
  const json = { 'content-type': 'application/json' };
  return random.weighted<StrangersAnswer>([
    { choice: { status: 200, headers: page, body: '<h1>Welcome to the airport</h1>' }, weight: 3 },
    { choice: { status: 200, headers: json, body: '[]' }, weight: 2 },
    { choice: { status: 204, headers: {}, body: '' }, weight: 1 },
    { choice: { status: 304, headers: { etag: '"a-cache"' }, body: '' }, weight: 1 },
    { choice: { status: 403, headers: page, body: 'Blocked by the firewall' }, weight: 2 },
    { choice: { status: 404, headers: json, body: NO_SUCH_HOST }, weight: 1 },
    { choice: { status: 401, headers: page, body: 'Proxy sign-in needed' }, weight: 1 },
    { choice: { status: 502, headers: page, body: '<h1>Bad gateway</h1>' }, weight: 2 },
    { choice: { status: 504, headers: page, body: '<h1>Gateway time-out</h1>' }, weight: 2 },
  ]);
}

/**
 * Returns a response from an overloaded server, or from an overloaded proxy. Half of them have Counterpart's
 * header.
 */
function overloaded(random: Random): StrangersAnswer {
  const [status, code] = random.weighted<[number, string]>([
    { choice: [500, 'internal'], weight: 1 },
    { choice: [503, 'unavailable'], weight: 1 },
    { choice: [429, 'too_many_requests'], weight: 1 },
  ]);
  const retryAfter: Record<string, string> = random.chance(0.5) ? { 'retry-after': '2' } : {};
  if (random.chance(0.5)) {
    return { status, headers: { 'content-type': 'text/html', ...retryAfter }, body: '<h1>Try later</h1>' };
  }
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
      ...retryAfter,
    },
    body: JSON.stringify({ code, error_message: 'The server has too much to do. Try again.' }),
  };
}
