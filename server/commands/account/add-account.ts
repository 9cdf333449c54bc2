import { v7 } from 'uuid';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { Tx, UserRow } from '../../store/tables.ts';

/** Mail providers at which anyone can get an address. */
const FOR_EVERYBODY =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|mail|proton|protonmail|pm|fastmail|zoho|yandex|qq|163)\.[a-z.]+$/;

/** The name of an organization that is created for one person, until they choose another one. */
export function firmOf(email: string, name: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return FOR_EVERYBODY.test(domain) ? name : domain;
}

export async function addOrganization(
  services: Pick<Services, 'now'>,
  tx: Tx,
  name: string,
): Promise<string> {
  const uuid = v7();
  await tx.insertInto('organizations').values({ uuid, name, created_at: services.now() }).execute();
  await recordAct(tx, services.now(), { act: 'organization.created', actor: null, organization: uuid });
  return uuid;
}

export type NewAccount = {
  email: string;
  first_name: string;
  last_name: string;
  organization: string;
  role: UserRow['role'];
  /** From `hashPassword`. */
  password_hash: string;
  /** How much they know about closings, if that is known. Otherwise they are asked. */
  experience?: UserRow['experience'];
  is_demo: boolean;
  /** The default is true. */
  email_proved?: boolean;
};

/** Adds a person to an organization and returns them in the form of a signed-in user. */
export async function addAccount(
  services: Pick<Services, 'now'>,
  tx: Tx,
  account: NewAccount,
): Promise<SignedInUser> {
  const uuid = v7();
  const at = services.now();
  await tx
    .insertInto('users')
    .values({
      uuid,
      experience: null,
      ...account,
      created_at: at,
      version: 1,
      modified_at: at,
      modified_by: null,
    })
    .execute();
  const { organization, role } = account;
  const made = {
    act: 'account.created',
    actor: null,
    organization,
    subject: uuid,
    detail: { role },
  } as const;
  await recordAct(tx, at, made);
  return tx
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.uuid', 'users.organization')
    .selectAll('users')
    .select('organizations.name as organization_name')
    .where('users.uuid', '=', uuid)
    .executeTakeFirstOrThrow();
}
