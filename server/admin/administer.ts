import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { featureNamed, FLAGS, isFlag, SWITCHES } from '../../src/contract/rules/account/features.ts';
import { newPasswordFault, type Person } from '../auth/new-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import { endSignIns } from '../auth/sessions.ts';
import { addAccount, addOrganization } from '../commands/account/add-account.ts';
import { lockPeople, setDisabled } from '../commands/account/end-membership.ts';
import type { Services } from '../services.ts';
import { rotateSealingKey } from '../signing/seal/seal-certificates.ts';
import { rotateSecret } from '../storage/folder/signed-request.ts';
import { recordAct, type Act } from '../store/audit/audit-log.ts';
import { setFeature } from '../store/account/features.ts';
import { voidReset } from '../store/account/password-resets.ts';
import type { Tables, UserRow } from '../store/tables.ts';
import { rotateUploadSecret } from '../store/upload-secret.ts';
import { accountById, listMembers } from '../store/account/users.ts';
import { AdminError } from './admin-error.ts';
import { audit } from './audit.ts';

/** Capabilities that an organization can have, beyond what its own admins set. */
const CAPABILITIES = [
  'has_closing_tool',
  'has_funding_tool',
  'has_active_drp',
  'mercury_signings',
  'signing_groups',
] as const;

const USAGE = `npm run admin -- feature NAME on|off [--transaction UUID]
npm run admin -- organization NAME
npm run admin -- user EMAIL --first-name NAME --last-name NAME --organization NAME [--admin|--support]
npm run admin -- user EMAIL --disable|--enable
npm run admin -- password EMAIL
npm run admin -- capability NAME on|off --organization NAME
npm run admin -- rotate-keys
npm run admin -- audit [--since TIME] [--verify | --remove-before DATE]
npm run admin -- docusign
npm run admin -- verify-evidence PACKET|TRANSACTION
npm run admin -- backup FOLDER
npm run admin -- verify FOLDER
npm run admin -- restore FOLDER

A new user and a new password: the command asks for the password, or reads it from standard input.
Features: ${SWITCHES.join(', ')};
for one transaction too: ${FLAGS.join(', ')}.
Capabilities: ${CAPABILITIES.join(', ')}.`;

interface Administration extends Pick<Services, 'db' | 'now'> {
  /** Prints the lines of long output one by one. */
  writeLine?: (line: string) => Promise<void>;
  /** Asks for a password when one is needed. */
  askPassword: () => Promise<string>;
  /** Makes a complete backup in a new folder. */
  backUp?: (folder: string) => Promise<string>;
  /** Checks the evidence of a packet against the database and the file store. */
  verifyEvidence?: (packet: string) => Promise<string>;
  /** Checks whether DocuSign accepts the server's settings. */
  checkDocusign?: () => Promise<string>;
  /** The file store's secrets; null if files are in a bucket, which signs its own links. */
  secretFile: string | null;
}

interface Options {
  transaction?: string | undefined;
  'first-name'?: string | undefined;
  'last-name'?: string | undefined;
  organization?: string | undefined;
  admin?: boolean | undefined;
  support?: boolean | undefined;
  disable?: boolean | undefined;
  enable?: boolean | undefined;
  since?: string | undefined;
  verify?: boolean | undefined;
  'remove-before'?: string | undefined;
}

/**
 * Runs a command of the operator. Returns a sentence about the result.
 * @throws {AdminError}
 */
export async function administer(admin: Administration, args: readonly string[]): Promise<string> {
  const { positionals, values } = parse(args);
  const [command, subject, state] = positionals;
  if (command === undefined) throw new AdminError(USAGE);
  // Before it runs, so that failed attempts are recorded, too.
  await recordAct(admin.db, admin.now(), commandAct(command, values));
  if (command === 'rotate-keys') return rotateKeys(admin);
  if (command === 'docusign') {
    if (!admin.checkDocusign) throw new AdminError(USAGE);
    return admin.checkDocusign();
  }
  if (command === 'audit') return audit(admin, values);
  if (subject === undefined) throw new AdminError(USAGE);
  switch (command) {
    case 'feature':
      return switchFeature(admin, subject, state, values.transaction);
    case 'backup':
      if (!admin.backUp) throw new AdminError(USAGE);
      return admin.backUp(subject);
    case 'verify-evidence':
      if (!admin.verifyEvidence) throw new AdminError(USAGE);
      return admin.verifyEvidence(subject);
    case 'organization':
      return makeOrganization(admin, subject);
    case 'user':
      return values.disable === true || values.enable === true
        ? switchUser(admin, subject, values)
        : makeUser(admin, subject, values);
    case 'password':
      return setPassword(admin, subject);
    case 'capability':
      return switchCapability(admin, subject, state, values.organization);
    default:
      throw new AdminError(`There is no command “${command}”.\n\n${USAGE}`);
  }
}

function parse(args: readonly string[]): { positionals: string[]; values: Options } {
  const text = { type: 'string' } as const;
  const options = {
    transaction: text,
    'first-name': text,
    'last-name': text,
    organization: text,
    admin: { type: 'boolean' },
    support: { type: 'boolean' },
    disable: { type: 'boolean' },
    enable: { type: 'boolean' },
    since: text,
    verify: { type: 'boolean' },
    'remove-before': text,
  } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new AdminError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function switchFeature(
  { db, now }: Administration,
  named: string,
  state: string | undefined,
  transaction: string | undefined,
): Promise<string> {
  const name = featureNamed(named);
  if (name === null) throw new AdminError(`There is no feature “${named}”.\n\n${USAGE}`);
  if (state !== 'on' && state !== 'off') throw new AdminError(`Write “on” or “off” after ${name}.`);
  if (transaction !== undefined) {
    if (!isFlag(name))
      throw new AdminError(`${name} applies to everyone; you can’t set it for one transaction.`);
    await assertTransaction(db, transaction);
  }
  const is_active = state === 'on';
  await db.transaction().execute(async (tx) => {
    await setFeature(tx, { name, transaction: transaction ?? null, is_active, set_at: now() });
    const detail = { name, is_active };
    const act = { act: 'feature.switched', actor: null, transaction: transaction ?? null, detail } as const;
    await recordAct(tx, now(), act);
  });
  return `${name} is ${state} ${transaction === undefined ? 'for everybody' : `in transaction ${transaction}`}.`;
}

async function assertTransaction(db: Kysely<Tables>, uuid: string): Promise<void> {
  const found = /^[0-9a-f-]{36}$/i.test(uuid)
    ? await db
        .selectFrom('transactions')
        .select('uuid')
        .where('uuid', '=', uuid)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new AdminError(`There is no transaction ${uuid}. Copy its id from the address bar.`);
}

async function makeOrganization({ db, now }: Administration, name: string): Promise<string> {
  const known = await db
    .selectFrom('organizations')
    .select('uuid')
    .where('name', '=', name)
    .executeTakeFirst();
  if (known) throw new AdminError(`The organization “${name}” already exists: ${known.uuid}.`);
  const uuid = await db.transaction().execute(async (tx) => addOrganization({ now }, tx, name));
  return `Created the organization “${name}”: ${uuid}.`;
}

async function makeUser(admin: Administration, email: string, values: Options): Promise<string> {
  const { db, now } = admin;
  const { 'first-name': first, 'last-name': last, organization: named } = values;
  if (first === undefined || last === undefined || named === undefined) {
    throw new AdminError('A user needs --first-name, --last-name and --organization.');
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new AdminError(`“${email}” is not an email address.`);
  const organization = await organizationNamed(db, named);
  if (await userOf(db, email)) throw new AdminError(`${email} already has an account.`);
  const password_hash = await hashPassword(
    await newPassword(admin, {
      email,
      first_name: first,
      last_name: last,
      organization_name: organization.name,
    }),
  );
  const { role, words } = roleOf(values);
  await db.transaction().execute(async (tx) =>
    addAccount({ now }, tx, {
      email,
      first_name: first,
      last_name: last,
      organization: organization.uuid,
      role,
      password_hash,
      is_demo: false,
    }),
  );
  return `${first} ${last} (${email}) is ${words} of ${organization.name}.`;
}

/** Disables an account at once. The operator may disable even the last administrator of an organization, and gets a warning. */
async function switchUser(
  { db, now }: Administration,
  email: string,
  { disable = false, enable = false }: Options,
): Promise<string> {
  if (disable === enable) throw new AdminError('Use either --disable or --enable.');
  const user = await userOf(db, email);
  if (!user) throw new AdminError(`No account has the email address ${email}.`);
  const admins = await db.transaction().execute(async (tx) => {
    const account = await accountById(tx, user.uuid);
    if (!account) throw new AdminError(`No account has the email address ${email}.`);
    await lockPeople(tx, account.organization);
    await setDisabled(tx, account, { disabled: disable, actor: null, at: now() });
    return (await listMembers(tx, [account.organization])).filter(
      ({ role, disabled_at: disabled }) => role === 'admin' && disabled === null,
    ).length;
  });
  if (enable) return `${email} can sign in again. Add them back to the transactions they were removed from.`;
  const warning = admins === 0 ? ` ${user.organization_name} now has no administrator.` : '';
  return `${email} is disabled: signed out everywhere and removed from the organization's deals.${warning}`;
}

/** For the audit log: the command, the names of its options without their values, and the account on this machine. */
function commandAct(command: string, values: Options): Act {
  const options = Object.keys(values).map((name) => `--${name}`);
  const detail = { command: command.slice(0, 40), options, account: userInfo().username };
  return { act: 'admin.command', actor: null, detail };
}

/** `words`: the person's role in the organization. Support sees other organizations' deals while they allow it. */
function roleOf({ admin, support }: Options): { role: UserRow['role']; words: string } {
  if (admin === true) return { role: 'admin', words: 'an admin' };
  if (support === true) return { role: 'support', words: 'support' };
  return { role: 'member', words: 'a member' };
}

async function setPassword(admin: Administration, email: string): Promise<string> {
  const { db, now } = admin;
  const user = await userOf(db, email);
  if (!user) throw new AdminError(`No account has the email address ${email}.`);
  const password_hash = await hashPassword(await newPassword(admin, user));
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('uuid', '=', user.uuid).execute();
    await endSignIns(tx, user.uuid);
    await voidReset(tx, user.uuid);
    await recordAct(tx, now(), { act: 'password.reset', actor: null, subject: user.uuid });
  });
  return `The password for ${email} is set. They are signed out everywhere.`;
}

async function switchCapability(
  { db, now }: Administration,
  named: string,
  state: string | undefined,
  organization: string | undefined,
): Promise<string> {
  const capability = CAPABILITIES.find((each) => each === named);
  if (capability === undefined) throw new AdminError(`There is no capability “${named}”.\n\n${USAGE}`);
  if (state !== 'on' && state !== 'off') throw new AdminError(`Write “on” or “off” after ${capability}.`);
  if (organization === undefined) throw new AdminError('Name the organization with --organization.');
  const { uuid, name } = await organizationNamed(db, organization);
  const is_active = state === 'on';
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('organizations')
      .set((is) => ({ [capability]: is_active, version: is('version', '+', 1), modified_at: now() }))
      .where('uuid', '=', uuid)
      .execute();
    const detail = { name: capability, is_active };
    await recordAct(tx, now(), { act: 'capability.switched', actor: null, organization: uuid, detail });
  });
  return `${capability} is ${state} for ${name}.`;
}

/** Rotating twice revokes links that were signed before the first rotation. */
async function rotateKeys({ db, now, secretFile }: Administration): Promise<string> {
  await rotateUploadSecret(db, now());
  await rotateSealingKey(db, now());
  if (secretFile !== null) rotateSecret(secretFile);
  return (
    'Uploads and file links have new signing keys. Restart every process to use them. Links signed with the ' +
    'previous keys stay valid until they expire; run this command again to revoke them at once. New seals use a ' +
    'new key from now on; the certificate of the previous one is kept, so older seals can still be checked.'
  );
}

/** Finds an organization by id, or by name, which its own admins may change to another organization's name. */
async function organizationNamed(db: Kysely<Tables>, named: string): Promise<{ uuid: string; name: string }> {
  const isId = /^[0-9a-f-]{36}$/i.test(named);
  const found = await db
    .selectFrom('organizations')
    .select(['uuid', 'name', 'created_at'])
    .where(isId ? 'uuid' : 'name', '=', named)
    .orderBy('created_at')
    .execute();
  const [only, ...others] = found;
  if (!only)
    throw new AdminError(`There is no organization “${named}”. Create it first: organization “${named}”.`);
  if (others.length > 0) {
    const ids = found.map(({ uuid, created_at: at }) => `${uuid}, created ${at.toISOString().slice(0, 10)}`);
    throw new AdminError(
      `Several organizations are named “${named}”. Use one of these ids instead of the name:\n${ids.join('\n')}`,
    );
  }
  return only;
}

async function userOf(db: Kysely<Tables>, email: string): Promise<(Person & { uuid: string }) | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .select(['users.uuid', 'email', 'first_name', 'last_name', 'organizations.name as organization_name'])
    .where((is) => is(is.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

async function newPassword({ askPassword }: Administration, person: Person): Promise<string> {
  const password = await askPassword();
  const fault = newPasswordFault(password, person);
  if (fault !== null) throw new AdminError(fault);
  return password;
}
