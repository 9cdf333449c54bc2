import type { Selectable } from 'kysely';
import type { Assignment } from '../../src/contract/entities/signing/assignment.ts';
import type { BulkSignatoryUpload } from '../../src/contract/entities/signing/bulk-signatory-upload.ts';
import type { CustomValue } from '../../src/contract/entities/signing/custom-value.ts';
import type { DynamicAssignment } from '../../src/contract/entities/signing/dynamic-assignment.ts';
import type { Representative } from '../../src/contract/entities/signing/representative.ts';
import type { Signatory } from '../../src/contract/entities/signing/signatory.ts';
import { legacyPageSchema, type SignaturePage } from '../../src/contract/entities/signing/signature-page.ts';
import type { SavedBlock } from '../../src/contract/entities/signing/signature-block.ts';
import type { SigningGroupMember } from '../../src/contract/entities/signing/signing-group-member.ts';
import type { SigningGroup } from '../../src/contract/entities/signing/signing-group.ts';
import { GENERATED_PAGE_TYPE, newPageDesign } from '../../src/contract/rules/signature-page/new-design.ts';
import type { TabGroup } from '../../src/contract/entities/signing/tab-group.ts';
import type { Tab } from '../../src/contract/entities/signing/tab.ts';
import type { DealRowColumns } from '../store/columns.ts';
import type { SigningTables } from '../store/deals/signing-tables.ts';
import { instant, maybeInstant, presentRow } from './present-row.ts';

type Row<Wire extends keyof SigningTables> = Selectable<SigningTables[Wire]>;

/** The fields that every row of these collections has on the wire. */
function presentBirth(row: Selectable<DealRowColumns>) {
  return {
    uuid: row.uuid,
    transaction: row.transaction,
    created_at: instant(row.created_at),
    created_by: row.created_by,
    ...presentRow(row),
  };
}

export function presentBulkSignatoryUpload(row: Row<'bulk_signatory_uploads'>): BulkSignatoryUpload {
  return {
    ...presentBirth(row),
    file_name: row.file_name,
    num_rows: row.num_rows,
    num_created: row.num_created,
    // A list with errors is refused, and creates no row.
    errors: [],
  };
}

export function presentSignatory(row: Row<'signatories'>): Signatory {
  return {
    ...presentBirth(row),
    full_name: row.full_name,
    email: row.email,
    is_org: row.is_org,
    address: row.address,
    entity_description: row.entity_description,
    instapages_config: row.instapages_config,
    bulk_signatory_upload_id: row.bulk_signatory_upload_id,
    order: row.order,
  };
}

export function presentRepresentative(row: Row<'representatives'>): Representative {
  return {
    ...presentBirth(row),
    entity: row.entity,
    signatory: row.signatory,
    title: row.title,
    order: row.order,
  };
}

export function presentCustomValue(row: Row<'custom_values'>): CustomValue {
  return {
    ...presentBirth(row),
    signatory: row.signatory,
    custom_key: row.custom_key,
    value: row.value,
  };
}

export function presentSigningGroup(row: Row<'signing_groups'>): SigningGroup {
  return {
    ...presentBirth(row),
    name: row.name,
  };
}

export function presentSigningGroupMember(row: Row<'signing_group_members'>): SigningGroupMember {
  return {
    ...presentBirth(row),
    group: row.group,
    signatory: row.signatory,
    auth_rep: row.auth_rep,
    order: row.order,
  };
}

export function presentSignatureBlock(row: Row<'signature_blocks'>): SavedBlock {
  return { ...presentBirth(row), name: row.name, data: row.data };
}

export function presentSignaturePage(row: Row<'signature_pages'>): SignaturePage {
  return {
    ...presentBirth(row),
    item: row.item,
    source: row.source,
    document: row.document,
    ref_page_number: row.ref_page_number,
    order: row.order,
    type: row.source === 'generated' ? GENERATED_PAGE_TYPE : row.source,
    design_version: row.design_version,
    margins: row.margins,
    font: row.font,
    font_size: row.font_size,
    consolidate_signer: row.consolidate_signer,
    blocks: row.blocks ?? (row.source === 'generated' ? newPageDesign().blocks : []),
    signature_page_type: row.signature_page_type,
    legacy: row.legacy === null ? null : legacyPageSchema.parse(row.legacy),
  };
}

export function presentDynamicAssignment(row: Row<'dynamic_assignments'>): DynamicAssignment {
  return {
    ...presentBirth(row),
    signing_group: row.signing_group,
    item: row.item,
    item_page_uuid: row.item_page_uuid,
    header: row.header,
  };
}

export function presentAssignment(row: Row<'assignments'>): Assignment {
  return {
    ...presentBirth(row),
    item: row.item,
    item_page_uuid: row.item_page_uuid,
    signatory: row.signatory,
    auth_rep: row.auth_rep,
    status: row.status,
    header: row.header,
    custom_text: row.custom_text,
    requires_notary: row.requires_notary,
    requires_witness: row.requires_witness,
    signing_group_assignment: row.signing_group_assignment,
    rejected_reason: row.rejected_reason,
  };
}

export function presentTabGroup(row: Row<'tab_groups'>): TabGroup {
  return {
    ...presentBirth(row),
    assignment_id: row.assignment_id,
    group_rule: row.group_rule,
    minimum_required: row.minimum_required,
    maximum_allowed: row.maximum_allowed,
  };
}

export function presentTab(row: Row<'tabs'>): Tab {
  return {
    ...presentBirth(row),
    assignment: row.assignment,
    tab_type: row.tab_type,
    x_position: row.x_position,
    y_position: row.y_position,
    width: row.width,
    height: row.height,
    label: row.label,
    required: row.required,
    tab_group: row.tab_group,
    value: row.value,
    filled_at: maybeInstant(row.filled_at),
  };
}
