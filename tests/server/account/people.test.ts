import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../src/contract/entities/account/user.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let admin: TestClient;
let member: TestClient;
let outsider: TestClient;

beforeAll(async () => {
  server = await startTestServer({ role: 'web', beaconSecret: 'a secret of the help desk' });
  admin = await server.signIn('admin@firm.test');
  member = await server.signIn('member@firm.test');
  outsider = await server.signIn('counsel@outside.test');
});
afterAll(() => server.stop());

const me = async (client: TestClient): Promise<User> => (await client.get('/authentication/user/me')).body;
const change = async (client: TestClient, uuid: string, edits: object) =>
  client.patch(`/authentication/user/${uuid}`, edits);

describe('a user’s own settings', () => {
  test('are stored: their name, their experience with closings, and the numbering of their checklists', async () => {
    const { uuid, binder_format_structure: before } = await me(member);
    expect(before).toMatchObject({ primary_header: 'uppercase_roman', numbering: 'tabs', reset_tabs: false });
    const format = { ...before, primary_header: 'numeric', attachment_marker: 'alphabetic' };
    const edits = {
      first_name: '  Moira ',
      last_name: 'Member',
      experience: 'new',
      binder_format_structure: format,
    };
    const changed = await change(member, uuid, edits);
    expect(changed.status).toBe(200);
    expect(await me(member)).toMatchObject({
      full_name: 'Moira Member',
      experience: 'new',
      binder_format_structure: format,
    });
    const { members } = (await admin.get(`/authentication/organization/${(await me(admin)).organization}`))
      .body;
    expect(members.map((each: { full_name: string }) => each.full_name)).toContain('Moira Member');
  });

  test('do not include the email address, which stays the same', async () => {
    const { uuid, email } = await me(member);
    expect((await change(member, uuid, { email: 'other@firm.test' })).body.email).toBe(email);
  });

  test.for([
    [{ first_name: ' ' }, 'Enter a name.'],
    [{ last_name: 'x'.repeat(101) }, 'A name can have at most 100 characters.'],
    [{ binder_format_structure: { primary_header: 'runes' } }, 'primary_header'],
  ] as const)('are rejected with an explanation for %j', async ([edits, words]) => {
    const answer = await change(member, (await me(member)).uuid, edits);
    expect(answer.status).toBe(422);
    expect(answer.body.error_message).toContain(words);
  });

  test('cannot be changed by others, not even an admin, and are not found for people of other organizations', async () => {
    const { uuid } = await me(member);
    expect((await change(admin, uuid, { first_name: 'Bo' })).status).toBe(403);
    expect((await change(outsider, uuid, { role: 'admin' })).status).toBe(404);
    expect((await me(member)).first_name).not.toBe('Bo');
  });

  test.each([{}, { unknown: 1 }, { role: 'admin' }, { disabled: false }])(
    'are neither changed nor returned if a colleague sends %j',
    async (edits) => {
      const before = await me(admin);
      const refused = await change(member, before.uuid, edits);
      expect([refused.status, refused.body.error_message]).toEqual([
        403,
        'Only an administrator of your organization can change other people’s accounts.',
      ]);
      expect(await me(admin)).toEqual(before);
    },
  );

  test('include a help desk signature that nobody else gets, even if a request is repeated', async () => {
    const { uuid, role, beacon_signature: own } = await me(member);
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    expect((await change(member, uuid, {})).body.beacon_signature).toBe(own);
    const once = { headers: { 'idempotency-key': v7() } };
    for (const _time of [1, 2]) {
      const answer = await admin.patch(`/authentication/user/${uuid}`, { role }, once);
      expect([answer.status, answer.body.beacon_signature]).toEqual([200, null]);
    }
  });
});

describe('a role', () => {
  test('can be changed only by an admin', async () => {
    const { uuid } = await me(member);
    const refused = await change(member, uuid, { role: 'admin' });
    expect([refused.status, refused.body.error_message]).toEqual([
      403,
      'Only an administrator of your organization can change roles.',
    ]);
    expect((await change(admin, uuid, { role: 'admin' })).body.role).toBe('admin');
    expect((await me(member)).role).toBe('admin');
    expect((await change(admin, uuid, { role: 'member' })).body.role).toBe('member');
  });

  test('of an admin cannot be changed if nobody else is an admin', async () => {
    const { uuid } = await me(admin);
    const refused = await change(admin, uuid, { role: 'member' });
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'An organization needs an administrator. Make someone else an administrator first.',
    ]);
  });

  test('of an admin remains with one of two admins who both give it up at the same time', async () => {
    const [one, other] = [await me(admin), await me(member)];
    await change(admin, other.uuid, { role: 'admin' });
    const answers = await Promise.all([
      change(admin, one.uuid, { role: 'member' }),
      change(member, other.uuid, { role: 'member' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    await server.services.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('uuid', '=', one.uuid)
      .execute();
    await server.services.db
      .updateTable('users')
      .set({ role: 'member' })
      .where('uuid', '=', other.uuid)
      .execute();
  });
});

describe('an organization', () => {
  test('has details and settings that only its admins can change', async () => {
    const { organization } = await me(admin);
    const edits = {
      name: 'Whitfield & Crane LLP',
      website: 'https://whitfield.test',
      custom_help_email: 'help@whitfield.test',
      custom_help_url: 'https://help.whitfield.test/closings',
      disable_user_survey: true,
      disable_signature_application: true,
      auto_signature_pages: true,
    };
    const path = `/authentication/organization/${organization}`;
    expect((await admin.patch(path, edits)).body).toMatchObject({ ...edits, version: 2 });
    expect((await member.get(path)).body).toMatchObject({ ...edits, has_closing_tool: true });
    expect((await admin.patch(path, { custom_help_url: null })).body.custom_help_url).toBeNull();

    expect((await member.patch(path, { website: '' })).status).toBe(403);
    expect((await outsider.patch(path, { website: '' })).status).toBe(404);
    const bad = await admin.patch(path, { custom_help_url: 'javascript:alert(1)' });
    expect([bad.status, bad.body.error_message]).toEqual([
      422,
      expect.stringContaining('Enter an address that begins with https://.'),
    ]);
  });
});
