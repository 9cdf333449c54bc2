import type { Services } from '../../services.ts';
import { addNotification } from '../../store/account/notifications.ts';
import { listMembers, type SignedInUser } from '../../store/account/users.ts';
import { noteAccess } from '../../store/audit/access-log.ts';
import { recordAct } from '../../store/audit/audit-log.ts';
import type { AuditAct } from '../../store/audit/audit-tables.ts';
import type { Tx } from '../../store/tables.ts';

/**
 * Turns strict data access of the admin's own organization on or off. If the organization has another admin, turning it off
 * takes two people: one requests it and another approves. Turning it on withdraws the request.
 */
export async function setStrictAccess(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  strict: boolean,
): Promise<void> {
  const { organization } = user;
  const now = services.now();
  const was = await tx
    .selectFrom('organizations')
    .select(['strict_data_access', 'strict_access_off_requested_by as requested_by'])
    .where('uuid', '=', organization)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const members = await listMembers(tx, [organization]);
  const others = members.filter(
    ({ uuid, role, disabled_at: disabled }) => role === 'admin' && uuid !== user.uuid && disabled === null,
  );
  const approves = others.some(({ uuid }) => uuid === was.requested_by);
  const asks = !strict && was.strict_data_access && others.length > 0 && !approves;
  if (asks && was.requested_by === user.uuid) return;
  await tx
    .updateTable('organizations')
    .set({ strict_data_access: strict || asks, strict_access_off_requested_by: asks ? user.uuid : null })
    .where('uuid', '=', organization)
    .execute();
  const record = async (act: AuditAct, subject: string | null = null) =>
    recordAct(tx, now, { act, actor: user.uuid, organization, subject });
  if (asks) {
    await record('strict_access.off_requested');
    for (const { uuid: user_uuid } of others) {
      const title = `${user.first_name} ${user.last_name} asked to turn off strict data access. A second administrator can approve or reject this under “Organization”.`;
      const about = { user_uuid, transaction: null, document: null };
      const told = { level: 'warning', notification_type: 'strict_access_request', title, ...about } as const;
      await addNotification(tx, told, now);
    }
    return;
  }
  if (strict && was.strict_data_access) {
    if (was.requested_by !== null) await record('strict_access.off_withdrawn', was.requested_by);
    return;
  }
  await record(strict ? 'strict_access.on' : 'strict_access.off', was.requested_by);
  const noted = { organization, transaction: null, user_uuid: user.uuid, acting_as: 'admin' } as const;
  await noteAccess(tx, [{ ...noted, act: strict ? 'strict_on' : 'strict_off' }], now);
}
