import type { NewBulkSignatoryUpload } from '../../../../src/contract/entities/signing/bulk-signatory-upload.ts';
import { capacitiesOf, refuseRelation } from '../../../../src/contract/rules/signing/signatories/capacity.ts';
import type { duplicatedSignatoriesSchema } from '../../../../src/contract/entities/signing/listed-signatory.ts';
import type { Signatory } from '../../../../src/contract/entities/signing/signatory.ts';
import { planCopies } from '../../../../src/contract/rules/signing/signatories/copy-signatories.ts';
import type * as z from 'zod';
import { createRow } from './model-collection.ts';
import type { DealState } from './model-deal.ts';
import { Refusal, type DealWrite } from './model-write.ts';

/** Adds a list of signatories, completely or not at all (as server/commands/signing/bulk-signatory-uploads.ts). */
export function addList(write: DealWrite, { uuid, file_name, rows }: NewBulkSignatoryUpload): void {
  if (write.isOwn('bulk_signatory_uploads', uuid)) return;
  const signatories = rows.flatMap((row) => row.signatories);
  const representatives = rows.flatMap((row) => row.representatives);
  const values = rows.flatMap((row) => row.custom_values);
  for (const row of [...signatories, ...representatives, ...values])
    if (write.deal.creators.has(row.uuid)) throw new Refusal('uuid_taken', 'This id is already in use.');
  assertAllowed(write, { signatories, representatives, values });
  const counts = { num_rows: rows.length, num_created: signatories.length, errors: [] };
  createRow(write, 'bulkSignatoryUploads', { uuid, file_name, ...counts });
  for (const signatory of signatories)
    createRow(write, 'signatories', {
      ...signatory,
      instapages_config: null,
      bulk_signatory_upload_id: uuid,
    });
  for (const relation of representatives) createRow(write, 'representatives', { ...relation });
  for (const value of values) createRow(write, 'customValues', { ...value });
}

export type DuplicatedSignatories = z.output<typeof duplicatedSignatoriesSchema>;

/** Copies signatories of another deal (as server/commands/signing/duplicate-signatories.ts). */
export function duplicateSignatories(
  write: DealWrite,
  source: DealState,
  { signatories: asked, copies = [] }: DuplicatedSignatories,
): unknown[] {
  const { deal } = write;
  const ids = new Map(copies.map((each) => [each.source, each.uuid]));
  const idOf = (uuid: string): string => {
    const id = ids.get(uuid) ?? write.newId();
    ids.set(uuid, id);
    return id;
  };
  const copied = asked.flatMap((uuid) => source.signatories.get(uuid) ?? []);
  const plan = planCopies(
    { parties: copied.map(asParty), relations: [...source.representatives.values()] },
    {
      parties: Array.from(deal.signatories.values(), asParty),
      relations: [...deal.representatives.values()],
    },
    idOf,
  );
  // The model can't roll back, so everything is checked before the first row is written.
  for (const uuid of plan.added) write.isOwn('signatories', idOf(uuid));
  for (const { uuid } of plan.relations) write.isOwn('representatives', uuid);
  for (const row of copied)
    if (plan.added.includes(row.uuid))
      createRow(write, 'signatories', {
        ...asNew(row),
        uuid: idOf(row.uuid),
        bulk_signatory_upload_id: null,
      });
  for (const { source: _, ...relation } of plan.relations) createRow(write, 'representatives', relation);
  return asked.map((uuid) => {
    const row = deal.signatories.get(plan.counterparts.get(uuid) ?? '');
    const own = [...deal.representatives.values()].filter(({ entity }) => entity === row?.uuid);
    return {
      ...row,
      organization_relations: own.map((each) => ({ uuid: each.uuid, representative: each })),
      // Devices use only the ids of the copies from the response.
      organizations: [],
      custom_values: [],
      assignments: [],
      packets: [],
      read_only_signing_url: null,
    };
  });
}

function asParty({ uuid, full_name: name, is_org: isOrg, email }: Signatory) {
  return { uuid, name, isOrg, email };
}

/** Returns what users entered about a signatory. */
function asNew({ full_name, email, is_org, address, entity_description, instapages_config }: Signatory) {
  return { full_name, email, is_org, address, entity_description, instapages_config };
}

type Row = NewBulkSignatoryUpload['rows'][number];

/** Checks everything before the first row is written, because the model can't roll back. @throws {Refusal} */
function assertAllowed(
  { deal }: DealWrite,
  added: {
    signatories: Row['signatories'];
    representatives: Row['representatives'];
    values: Row['custom_values'];
  },
): void {
  const refuse = (what: string) => new Refusal('invalid', what);
  const parties = [...deal.signatories.values(), ...added.signatories].map(({ uuid, full_name, is_org }) => ({
    uuid,
    name: full_name,
    isOrg: is_org,
  }));
  const capacities = capacitiesOf(parties, deal.representatives.values());
  for (const relation of added.representatives) {
    if (!capacities.party(relation.entity) || !capacities.party(relation.signatory))
      throw refuse('A signatory is gone.');
    const refused = refuseRelation(capacities, relation);
    if (refused) throw refuse(refused.message);
    const order = capacities.representatives(relation.entity).length;
    capacities.addRelation({ ...relation, order });
  }
  for (const { signatory, custom_key } of added.values)
    if (!capacities.party(signatory) || !deal.custom_keys.has(custom_key)) throw refuse('A field is gone.');
}
