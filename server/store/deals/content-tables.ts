import type { Generated, JSONColumnType } from 'kysely';
import type { ComparedVersions } from '../../convert/compare/compared-versions.ts';
import type { CollationProblem } from '../../../src/contract/rules/closing/collation-problems.ts';
import type { SigningType } from '../../../src/contract/rules/documents/upload-checks.ts';
import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import type { DealRows } from '../../../src/contract/entities/transactions/changes.ts';
import type { DealRowColumns, Instant, MaybeInstant } from '../columns.ts';
import type { SigningTables } from './packets/signing-tables.ts';

// The content of a deal: the elements of its checklist with their content, its files, notes and fields.

interface ItemTable extends DealRowColumns {
  name: string;
  description: string;
  document: string | null;
  pending_version_document: string | null;
  pending_conversion_document: string | null;
  complete: boolean;
  for_signing: boolean;
  fully_executed: boolean;
  is_deed: boolean;
  is_supplemental: boolean;
  is_template: boolean;
  name_alt: string;
  name_alt_enabled: boolean;
  requires_original_signatures: boolean;
  pages_embedded_in: string | null;
  frozen_at: MaybeInstant;
}

/** The executed document of an item: its released body and signed pages, combined. */
interface CollationTable {
  item: string;
  transaction: string;
  /** The version that was released. */
  document: string | null;
  release: string | null;
  /** `YYYY-MM-DD`, as text: a date has no time zone. */
  effective_date: string | null;
  /** Null while only some of its signatures are released. */
  requested_at: MaybeInstant;
  collated_at: MaybeInstant;
  /** The sealed PDF, named by its hash. */
  file_key: string | null;
  num_pages: number | null;
  size: number | null;
  /** Its seal has no timestamp yet, because the authority provided none. */
  timestamp_due: Generated<boolean>;
  /** Why it isn't being created; null while it is, and once it exists. */
  problem: CollationProblem | null;
}

/** The differences between two versions of a document, by page. */
interface DocumentComparisonTable {
  before_document: string;
  after_document: string;
  transaction: string;
  status: 'processing' | 'ready' | 'failed';
  pages: JSONColumnType<ComparedVersions, string | undefined> | null;
  error_message: string | null;
  requested_at: Instant;
}

interface TaskTable extends DealRowColumns {
  name: string;
  description: string;
  is_complete: boolean;
  completed_at: MaybeInstant;
  completed_by: string | null;
  assignee: string | null;
  /** `YYYY-MM-DD`, as text: a date has no time zone. */
  due_date: string | null;
}

interface DocumentTable extends DealRowColumns {
  item_id: string | null;
  in_queue: boolean;
  name: string;
  signing_type: SigningType;
  upload_order: number;
  num_pages: number | null;
  uploaded_file_key: string;
  /** The permanent location of the bytes: named by their hash. */
  file_key: string;
  file_type: 'pdf' | 'doc' | 'docx';
  has_variables: Generated<boolean>;
  /** The numbers of pages that look like signature pages. Null = not determined. */
  likely_signature_pages: Generated<number[] | null>;
  /** The PDF: the file itself if it is one, or the PDF made from it, named by its own hash. */
  pdf_file_key: string | null;
  size: number;
  sha256: string;
  conversion_requested_at: MaybeInstant;
  conversion_finished_at: MaybeInstant;
  conversion_status: 'processing' | 'error' | 'complete' | null;
  thumbnails_finished_at: MaybeInstant;
  error_message: string | null;
  /** When the scan found no malware, or found some. Null = not scanned. */
  scanned_at: Generated<Date | null>;
  /** The name of the malware in the file, whose bytes were deleted. */
  malware: Generated<string | null>;
  /** Why the conversion has not started, as a sentence for users. */
  waiting_reason: Generated<string | null>;
}

interface DocumentPageTable {
  uuid: string;
  document: string;
  ref_page_number: number;
}

interface SpecialTables extends SigningTables {
  items: ItemTable;
  documents: DocumentTable;
  tasks: TaskTable;
}

/** The tables of collections that have the same columns as their rows have fields. */
type PlainTables = {
  [Wire in Exclude<WireName, keyof SpecialTables>]: DealRowColumns &
    Omit<DealRows[Wire][number], keyof DealRowColumns>;
};

/** A table for each collection of a deal, by its wire name, and the tables that belong to one of them. */
export interface DealTables extends PlainTables, SpecialTables {
  document_pages: DocumentPageTable;
  collations: CollationTable;
  document_comparisons: DocumentComparisonTable;
}
