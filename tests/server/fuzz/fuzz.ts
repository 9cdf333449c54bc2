import { v7 } from 'uuid';
import { Random } from '../../chaos/random.ts';
import { endpoints, unknownRows, validCall, type DealRows } from '../support/endpoints.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestServer } from '../support/test-server.ts';
import { spoilCall } from './spoil-call.ts';

/** A request that takes longer than this is stuck, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Requests in progress at the same time. */
const AT_ONCE = 8;

/** The rows for the calls are created again after this many requests, because some valid request may have deleted them. */
const ROWS_LAST = 400;

export interface Fuzzed {
  /** How many responses there were, by status. */
  statuses: ReadonlyMap<number, number>;
  /** What must not occur: a 5xx, an error without a message, a timeout; each with the request. */
  faults: readonly string[];
  /** The longest response time, in milliseconds. */
  slowest: number;
}

/**
 * Repeatedly calls every endpoint with requests that break its schema, its path or its headers, as an admin
 * of the deal that they are about.
 */
export async function fuzz(server: TestServer, requests: number, seed: string): Promise<Fuzzed> {
  const random = new Random(seed);
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let slowest = 0;
  const all = endpoints();
  for (let done = 0; done < requests; done += ROWS_LAST) {
    const client = await server.signIn('admin@firm.test');
    const rows = await makeRows(client);
    const other = await server.signIn('member@firm.test');
    const batch = Array.from({ length: Math.min(ROWS_LAST, requests - done) }, (_, index) => done + index);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let index = batch.shift(); index !== undefined; index = batch.shift()) await ask(index);
      }),
    );
    async function ask(index: number): Promise<void> {
      const endpoint = all[index % all.length];
      if (!endpoint) return;
      const { path, body, headers, how } = spoilCall(random.fork(index), validCall(endpoint.name, rows));
      const withBody = endpoint.method === 'GET' ? undefined : body;
      const asked = `${seed}/${index} ${endpoint.method} ${path.slice(0, 120)}:${how}`;
      const asker = endsSessions(endpoint.name) ? other : client;
      const begun = performance.now();
      const answer = await withPatience(asker.send(endpoint.method, path, withBody, { headers }));
      const took = performance.now() - begun;
      slowest = Math.max(slowest, took);
      if (answer === null) return void faults.push(`no answer within ${PATIENCE_MS} ms: ${asked}`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500) faults.push(`${answer.status}: ${asked} → ${answer.text.slice(0, 200)}`);
      else if (answer.status >= 400 && typeof answer.body?.error_message !== 'string')
        faults.push(`${answer.status} without a sentence: ${asked} → ${answer.text.slice(0, 200)}`);
    }
  }
  return { statuses, faults, slowest };
}

/** A successful sign-out would leave the other requests without a session. */
function endsSessions(name: string): boolean {
  return name.startsWith('auth.') || name.startsWith('sessions.');
}

async function withPatience<Result>(answer: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the rows for the calls, as far as API calls can create them. */
async function makeRows(client: TestClient): Promise<DealRows> {
  const deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const made = async (path: string, body: object) =>
    (await client.post(path, { transaction: deal, ...body })).body;
  const itemElement = v7();
  const element = await made('/transactions/element', { label: 'Corporate' });
  const item = await made('/transactions/item', { name: 'SPA', element_uuid: itemElement });
  const task = await made('/transactions/task', { name: 'Wire' });
  const [key] = await made('/transactions/custom_key/bulk_create', { custom_keys: [{ key: 'Company' }] });
  const [participant] = (await client.get(`/transactions/participant?transaction=${deal}`)).body;
  const { organization, uuid } = (await client.get('/authentication/user/me')).body;
  const { members } = (await client.get(`/authentication/organization/${organization}`)).body;
  const colleague = members.find((member: { uuid: string }) => member.uuid !== uuid);
  return {
    ...unknownRows(),
    deal,
    header: element.uuid,
    item: item.uuid,
    itemElement,
    task: task.uuid,
    customKey: key.uuid,
    participant: participant.uuid,
    organization,
    colleague: colleague.uuid,
  };
}
