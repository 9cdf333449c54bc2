import type { AnySchema } from '@orpc/contract';
import { traverseContractProcedures } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../src/contract/contract.ts';
import { transactionSchema } from '../../../src/contract/entities/transactions/transaction.ts';
import { dealWithRows } from '../support/deal-with-rows.ts';
import { validCall, type DealRows } from '../support/endpoints.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let owner: TestClient;
let admin: TestClient;
/** Read-only for these tests. */
let rows: DealRows;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  admin = await server.signIn('admin@firm.test');
  rows = await dealWithRows(server, owner);
});
afterAll(() => server.stop());

/** Returns the issues that a schema finds in a response. */
async function issuesOf(answer: unknown, schema: AnySchema): Promise<readonly unknown[]> {
  return (await schema['~standard'].validate(answer)).issues ?? [];
}

describe('lists, whose rows are not validated when they are sent', () => {
  const lists: { name: string; misfits: (answer: unknown) => Promise<unknown> }[] = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    const { route, outputSchema } = procedure['~orpc'];
    if (route.method === 'GET' && path.at(-1) === 'list' && outputSchema)
      lists.push({ name: path.join('.'), misfits: async (answer) => issuesOf(answer, outputSchema) });
  });

  test.each(lists)('$name still matches the contract', async ({ name, misfits }) => {
    const caller = name === 'organization.purges' ? admin : owner;
    const answer = await caller.get(validCall(name, rows).path);
    expect(answer.status).toBe(200);
    expect(await misfits(answer.body)).toEqual([]);
  });

  test('the deal list has at least one row to check', async () => {
    const whole = transactionSchema.array().parse((await owner.get('/transactions/transaction')).body);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole[0]?.participants.length).toBeGreaterThan(0);
  });
});
