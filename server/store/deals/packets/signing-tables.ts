import type { Generated, JSONColumnType } from 'kysely';
import type { Assignment } from '../../../../src/contract/entities/signing/assignment.ts';
import type { Signatory } from '../../../../src/contract/entities/signing/signatory.ts';
import type {
  LegacyPage,
  SignaturePage,
  StoredBlock,
} from '../../../../src/contract/entities/signing/signature-page.ts';
import type { SavedBlock } from '../../../../src/contract/entities/signing/signature-block.ts';
import type { Tab } from '../../../../src/contract/entities/signing/tab.ts';
import type { DealRowColumns, Instant } from '../../columns.ts';
import type { PacketTables } from './packet-tables.ts';
import type { ReleaseTables } from './release-tables.ts';
import type { PaperTables } from './paper-tables.ts';

// The signatories, their capacities, and their pages.

interface BulkSignatoryUploadTable extends DealRowColumns {
  file_name: string;
  num_rows: number;
  num_created: number;
}

interface SignatoryTable extends DealRowColumns {
  full_name: string;
  email: string;
  is_org: boolean;
  address: string;
  entity_description: string;
  instapages_config: JSONColumnType<NonNullable<Signatory['instapages_config']>> | null;
  bulk_signatory_upload_id: string | null;
  order: number;
}

interface SignatureBlockTable extends DealRowColumns {
  name: string;
  data: JSONColumnType<SavedBlock['data']>;
}

interface SignaturePageTable extends DealRowColumns {
  item: string;
  source: SignaturePage['source'];
  document: string | null;
  ref_page_number: number | null;
  order: number;
  design_version: Generated<number>;
  margins: Generated<SignaturePage['margins']>;
  font: Generated<SignaturePage['font']>;
  font_size: Generated<number>;
  consolidate_signer: Generated<boolean>;
  /** Null: the default blocks. */
  blocks: JSONColumnType<StoredBlock[], string | null | undefined> | null;
  signature_page_type: string | null;
  legacy: JSONColumnType<LegacyPage, string | null | undefined> | null;
}

interface AssignmentTable extends DealRowColumns {
  item: string;
  item_page_uuid: string;
  signatory: string;
  auth_rep: string | null;
  status: Assignment['status'];
  header: string | null;
  custom_text: Generated<string>;
  requires_notary: Generated<boolean>;
  requires_witness: Generated<boolean>;
  signing_group_assignment: string | null;
  rejected_reason: string | null;
  /** The returned page that it was signed on, for a signature on paper. */
  executed_document_page: Generated<string | null>;
}

interface TabTable extends DealRowColumns {
  assignment: string;
  tab_type: Tab['tab_type'];
  /** Whether it was requested as `custom_opt`, so that it is never required. */
  is_option: Generated<boolean>;
  /** From 1. */
  sheet: number;
  x_position: number;
  y_position: number;
  width: number;
  height: number;
  label: string;
  required: boolean;
  tab_group: string | null;
  value: string | null;
  filled_at: Instant | null;
}

/** When a signatory was reminded. It isn't a collection, because nobody edits it. It is shown in the signatory's audit log. */
export interface SignatoryReminderTable {
  uuid: string;
  transaction: string;
  signatory: string;
  sent_at: Instant;
  sent_by: string;
}

export interface SigningTables extends PacketTables, ReleaseTables, PaperTables {
  bulk_signatory_uploads: BulkSignatoryUploadTable;
  signatories: SignatoryTable;
  signature_blocks: SignatureBlockTable;
  signature_pages: SignaturePageTable;
  assignments: AssignmentTable;
  tabs: TabTable;
}
