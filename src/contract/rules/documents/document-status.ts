/** A document's status on the server, derived (docs/product/documents.md, "Status"). */
export type DocumentStatus =
  | 'FAILED_CONVERTING_DOCUMENT'
  | 'FAILED_GENERATING_THUMBNAILS'
  | 'CONVERSION_COMPLETE'
  | 'SUCCESS_CONVERTING_DOCUMENT'
  | 'SUCCESS_CREATING_DOCUMENT'
  | 'IN_PROGRESS';

export interface ConversionFacts {
  uuid: string | null;
  /** Whether there are thumbnails of any size. */
  hasThumbnails: boolean;
  numPages: number | null;
  hasPdf: boolean;
  conversionFinished: boolean;
  thumbnailsFinished: boolean;
  /** `conversion_status` is error, or there is an `error_message`. */
  failed: boolean;
}

/** The first matching rule applies, in the order of docs/product/documents.md, "Status". */
export function documentStatus(facts: ConversionFacts): DocumentStatus {
  if (facts.failed && !facts.conversionFinished) return 'FAILED_CONVERTING_DOCUMENT';
  if (facts.hasThumbnails && facts.numPages === 0) return 'FAILED_CONVERTING_DOCUMENT';
  if (facts.conversionFinished && facts.failed) return 'FAILED_GENERATING_THUMBNAILS';
  if (
    facts.hasThumbnails &&
    facts.conversionFinished &&
    facts.thumbnailsFinished &&
    (facts.numPages ?? 0) > 0
  ) {
    return 'CONVERSION_COMPLETE';
  }
  if (facts.hasPdf && facts.conversionFinished) return 'SUCCESS_CONVERTING_DOCUMENT';
  if (facts.uuid) return 'SUCCESS_CREATING_DOCUMENT';
  return 'IN_PROGRESS';
}
