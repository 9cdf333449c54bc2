import { SCANNED_PAGES_MAX } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import { conversionSentences, isConversionErrorCode, type ConversionErrorCode } from '../conversion-error.ts';

/** The sentences that differ for returned pages, which are never Word documents. */
const OWN: Partial<Record<ConversionErrorCode, string>> = {
  not_a_document:
    'This file isn’t a PDF, JPEG, or PNG, so we can’t read it. Scan the pages again as a PDF and upload that.',
  heic: 'We can’t read HEIC pictures. Save this one as a JPEG or PDF and upload that.',
  too_many_pages: `This file has more than ${SCANNED_PAGES_MAX} pages. Split it into parts and upload each part.`,
  password_protected: 'This PDF is password-protected. Remove the password and upload it again.',
  corrupt: 'This file is damaged and can’t be read. Scan the pages again or save the file as a new PDF.',
  timed_out: 'Reading this file took too long. Split it into parts and upload each part.',
  reader_failed: 'This file couldn’t be read. Scan the pages again as a PDF and upload that.',
  too_large:
    'This file is too large to read. Scan the pages at a lower resolution, or split the file into parts.',
};

const UNEXPLAINED = 'This file couldn’t be read. Upload it again, or contact support if it keeps happening.';

/** Returns why a returned file couldn't be read, as a sentence for the user. */
export function scanSentence(code: string): string {
  if (!isConversionErrorCode(code)) return UNEXPLAINED;
  return OWN[code] ?? conversionSentences[code];
}
