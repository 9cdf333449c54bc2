import type { Generated, JSONColumnType } from 'kysely';
import type {
  ExecutedDocumentStatus,
  InkWarning,
  PageMatch,
  PageOutcome,
} from '../../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { ScanComparison } from '../../../convert/scans/compared-pages.ts';
import type { ScannedPage } from '../../../convert/scans/scanned-pages.ts';
import type { DealRowColumns } from '../../columns.ts';

/** A returned file. */
interface ExecutedDocumentTable extends DealRowColumns {
  name: string;
  status: ExecutedDocumentStatus;
  num_pages: number | null;
  num_read: Generated<number>;
  error_message: string | null;
  /** The uploaded bytes, named by their hash. */
  file_key: string;
  sha256: string;
  size: number;
  /** The name of the malware in the file, whose bytes were deleted. */
  malware: string | null;
  /** The organization of the person who uploaded it. */
  collected_for: string;
  /** The signatory that the uploader named for these pages, who may not exist. */
  expected_signatory: string | null;
  /** The packet through whose link its signatory sent it; null if a participant uploaded it. */
  packet: Generated<string | null>;
}

/** A page of a returned file. */
interface ExecutedDocumentPageTable extends DealRowColumns {
  executed_document: string;
  page: number;
  /** Its position on a sheet that shows several pages, from 1; 0 = the whole sheet. */
  part: Generated<number>;
  assignments: Generated<string[]>;
  match: PageMatch;
  confidence: number | null;
  outcome: PageOutcome | null;
  candidates: Generated<string[]>;
  similar_signatures: Generated<string[]>;
  warnings: JSONColumnType<InkWarning[], string | undefined>;
  /** The short codes that were read on it. */
  codes: Generated<string[]>;
  /** Its size as it is shown, in points, and the mapping from those points to its PDF. */
  width: Generated<number>;
  height: Generated<number>;
  matrix: JSONColumnType<ScannedPage['matrix'], string | undefined>;
  /** Where it has what was printed on it; null if unknown. */
  fit: JSONColumnType<NonNullable<ScanComparison['fit']>, string | null | undefined> | null;
  /** The upright page as its own PDF, named by its hash. */
  pdf_file_key: string | null;
  picture_key: string | null;
}

export interface PaperTables {
  executed_documents: ExecutedDocumentTable;
  executed_document_pages: ExecutedDocumentPageTable;
}
