import type { NewBulkSignatoryUpload } from '../../../../src/contract/entities/signing/bulk-signatory-upload.ts';
import { capacitiesOf, refuseRelation } from '../../../../src/contract/rules/signing/capacity.ts';
import { createRow } from './model-collection.ts';
import { Refusal, type DealWrite } from './model-write.ts';

/** Adds a list of signatories, whole or not at all (as in server/commands/signing/bulk-signatory-uploads.ts). */
export function addList(write: DealWrite, { uuid, file_name, rows }: NewBulkSignatoryUpload): void {
  if (write.isOwn('bulk_signatory_uploads', uuid)) return;
  const signatories = rows.flatMap((row) => row.signatories);
  const representatives = rows.flatMap((row) => row.representatives);
  const values = rows.flatMap((row) => row.custom_values);
  for (const row of [...signatories, ...representatives, ...values])
    if (write.deal.makers.has(row.uuid)) throw new Refusal('uuid_taken', 'This id is already in use.');
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

type Row = NewBulkSignatoryUpload['rows'][number];

/** The model takes nothing back, so all is checked before the first row is written. @throws {Refusal} */
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
