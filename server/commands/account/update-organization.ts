import type { OrganizationBlock } from '../../../src/contract/entities/signing/signature-block.ts';
import type { Organization, OrganizationEdits } from '../../../src/contract/entities/account/organization.ts';
import { invalid } from '../../refusal.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import type { Services } from '../../services.ts';
import type { SignedInUser } from '../../store/account/users.ts';
import type { Tx } from '../../store/tables.ts';
import { organizationIn } from './read-organization.ts';
import { assertFormatsOfDesigns } from '../signing/signature-formats.ts';
import { setStrictAccess } from './set-strict-access.ts';

const MOST_DESIGNS = 100;

/** Changes an organization's settings. @throws {Refusal} `not_found`, `not_allowed`, `invalid` */
export async function updateOrganization(
  services: Services,
  tx: Tx,
  user: SignedInUser,
  {
    id,
    strict_data_access: strict,
    signature_blocks: put,
    removed_signature_blocks: removed,
    ...edits
  }: OrganizationEdits & { id: string },
): Promise<Organization> {
  assertOrganizationAccess('organization_admin', id, user);
  if (strict !== undefined) await setStrictAccess(services, tx, user, strict);
  const blocks = put || removed ? await editedBlocks(tx, id, { put, removed }) : null;
  await tx
    .updateTable('organizations')
    .set((is) => ({
      ...edits,
      ...(blocks && { signature_blocks: JSON.stringify(blocks) }),
      version: is('version', '+', 1),
      modified_at: services.now(),
      modified_by: user.uuid,
    }))
    .where('uuid', '=', id)
    .execute();
  return organizationIn(tx, id);
}

/** The organization's block designs after an edit, by name. Its row is locked, so that no edit of another admin is lost. */
async function editedBlocks(
  tx: Tx,
  id: string,
  { put = [], removed = [] }: { put: OrganizationBlock[] | undefined; removed: string[] | undefined },
): Promise<OrganizationBlock[]> {
  const { signature_blocks: stored } = await tx
    .selectFrom('organizations')
    .select('signature_blocks')
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await assertFormatsOfDesigns(tx, put, stored);
  const gone = new Set([...removed, ...put.map(({ uuid }) => uuid)]);
  const blocks = [...stored.filter(({ uuid }) => !gone.has(uuid)), ...put];
  if (blocks.length > MOST_DESIGNS)
    throw invalid(`An organization can have at most ${MOST_DESIGNS} block designs.`, 'signature_blocks');
  return blocks.toSorted((one, other) => one.name.localeCompare(other.name));
}
