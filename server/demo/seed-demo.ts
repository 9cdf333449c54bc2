import { v7 } from 'uuid';
import { hashPassword } from '../auth/passwords.ts';
import { createTransaction } from '../commands/create-transaction.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../store/tables.ts';

export const DEMO_PASSWORD = 'closing-day';

/** On an empty database: two firms, three accounts and sample deals (README "Running it"). */
export async function seedDemo(services: Services): Promise<void> {
  const { db } = services;
  const someone = await db.selectFrom('users').select('uuid').limit(1).executeTakeFirst();
  if (someone) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    const firm = await addOrganization(services, tx, 'Whitfield & Crane LLP');
    const otherFirm = await addOrganization(services, tx, 'Osborne Keller LLP');
    const partner = await addUser(services, tx, {
      email: 'partner@demo.test',
      first: 'Margaret',
      last: 'Whitfield',
      organization: firm,
      role: 'admin',
      passwordHash,
    });
    await addUser(services, tx, {
      email: 'associate@demo.test',
      first: 'Daniel',
      last: 'Okafor',
      organization: firm,
      role: 'member',
      passwordHash,
    });
    await addUser(services, tx, {
      email: 'counsel@other.test',
      first: 'Helen',
      last: 'Osborne',
      organization: otherFirm,
      role: 'member',
      passwordHash,
    });
    const user = await tx
      .selectFrom('users')
      .innerJoin('organizations', 'organizations.uuid', 'users.organization')
      .selectAll('users')
      .select('organizations.name as organization_name')
      .where('users.uuid', '=', partner)
      .executeTakeFirstOrThrow();
    await createTransaction(
      services,
      tx,
      user,
      { name: 'Project Alder – Acquisition of Northgate Instruments' },
      { isSample: true },
    );
  });
}

async function addOrganization(services: Services, tx: Tx, name: string): Promise<string> {
  const uuid = v7();
  await tx.insertInto('organizations').values({ uuid, name, created_at: services.now() }).execute();
  return uuid;
}

async function addUser(
  services: Services,
  tx: Tx,
  user: {
    email: string;
    first: string;
    last: string;
    organization: string;
    role: 'admin' | 'member';
    passwordHash: string;
  },
): Promise<string> {
  const uuid = v7();
  const now = services.now();
  await tx
    .insertInto('users')
    .values({
      uuid,
      email: user.email,
      first_name: user.first,
      last_name: user.last,
      organization: user.organization,
      role: user.role,
      experience: 'expert',
      password_hash: user.passwordHash,
      is_demo: true,
      created_at: now,
      version: 1,
      modified_at: now,
      modified_by: null,
    })
    .execute();
  return uuid;
}
