import { afterAll, beforeAll, beforeEach } from 'vitest';
import { dealWithRows } from '../support/deal-with-rows.ts';
import type { DealRows } from '../support/endpoints.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

export const PATH = '/transactions/transaction';

export let server: TestServer;
export let owner: TestClient;
export let admin: TestClient;
export let rows: DealRows;

/** Starts a server with one deal of all kinds of rows for each test. */
export function openListedDeals(): void {
  beforeAll(async () => {
    server = await startTestServer({ role: 'web' });
    owner = await server.signIn('member@firm.test');
    admin = await server.signIn('admin@firm.test');
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    for (const { uuid } of await list()) await owner.delete(`${PATH}/${uuid}`);
    // Too many invitations to one address would be refused.
    await server.services.db.deleteFrom('invitations').execute();
    rows = await dealWithRows(server, owner);
  });
}

export type Listed = { uuid: string; created_at: string; name: string };

export async function list(query = ''): Promise<Listed[]> {
  return (await owner.get(`${PATH}${query}`)).body;
}
