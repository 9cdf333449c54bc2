import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ScriptedServer, type Answering } from '../../tests/support/scripted-server.ts';
import { newOrganization } from '../../tests/support/organization.ts';
import type { Organization } from '../contract/entities/organization.ts';
import { MirrorDatabase } from '../db/database.ts';
import { firmMembers } from '../db/queries/members.ts';
import type { UserRow } from '../db/rows.ts';
import { newUuid } from '../db/uuid.ts';
import { pullMembers } from './pull-members.ts';
import { createTransport } from './transport.ts';

const firm = newUuid();
let server: ScriptedServer;
let db: MirrorDatabase;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.seen.length = 0;
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await db.meta.put({ key: 'epoch', value: 1 });
  const user: Partial<UserRow> & { uuid: string } = { uuid: db.userId, organization: firm };
  await db.table('users').put(user);
  return async () => db.delete();
});

function member(full_name: string): Organization['members'][number] {
  return { uuid: newUuid(), email: 'a@firm.test', full_name, is_org_admin: false };
}

/** The firm has these people; asked with the tag of what is known already it answers 304. */
function serve(...members: Organization['members']): void {
  const body = newOrganization({ uuid: firm, name: 'Whitfield & Crane LLP', members });
  const etag = `"${members.map(({ full_name }) => full_name.length).join('-')}"`;
  server.script = ({ url, headers }): Answering => {
    expect(url).toBe(`/api/authentication/organization/${firm}`);
    return headers['if-none-match'] === etag ? { status: 304 } : { status: 200, body, headers: { etag } };
  };
}

async function pull() {
  const { userId } = db;
  const transport = createTransport({ origin: server.origin, userId, signal: new AbortController().signal });
  return pullMembers({ db, epoch: 1 }, transport);
}

const names = async () => (await firmMembers(db))?.map(({ fullName }) => fullName) ?? null;

it('[PULL15] the people of the firm are those of the last list, by name; who has left it is gone', async () => {
  const [zoe, ben] = [member('Zoe'), member('Benjamin')];
  expect(await names()).toBeNull();
  serve(zoe, ben);
  expect(await pull()).toEqual({ outcome: 'applied' });
  expect(await names()).toEqual(['Benjamin', 'Zoe']);
  expect(await pull(), 'unchanged').toEqual({ outcome: 'applied' });
  serve(ben);
  await pull();
  expect(await names()).toEqual(['Benjamin']);
});

it('[PULL15] what is known stays where the list does not come', async () => {
  serve(member('Zoe'));
  await pull();
  server.script = () => 'hang up';
  expect(await pull()).toMatchObject({ outcome: 'held' });
  expect(await names()).toEqual(['Zoe']);
});

it('[PULL15] a person of whom it is not known what firm they are of asks for none', async () => {
  await db.users.clear();
  expect(await pull()).toEqual({ outcome: 'applied' });
  expect(server.seen).toEqual([]);
});
