export type ConversionErrorCode =
  | 'not_a_document'
  | 'heic'
  | 'password_protected'
  | 'corrupt'
  | 'no_pages'
  | 'too_many_pages'
  | 'too_large'
  | 'unpacks_too_large'
  | 'too_large_to_scan'
  | 'timed_out'
  | 'reader_failed'
  | 'converter_missing'
  | 'converter_failed';

/** The message for a failed file if there is nothing more specific to say. */
export const conversionSentences: Readonly<Record<ConversionErrorCode, string>> = {
  not_a_document:
    'This file isn’t a PDF or Word document, despite its name. Save it as a PDF, then upload that.',
  heic: 'This is a HEIC picture. Save it as a PDF, then upload that.',
  password_protected: 'This file is password-protected. Remove the password and upload it again.',
  corrupt: 'This file is damaged and can’t be read. Upload a fresh copy, or save it as a PDF again.',
  no_pages: 'This file has no pages. Check that it’s the right file, then upload it again.',
  too_many_pages: 'This file has more than 5,000 pages. Split it into parts and upload each part.',
  too_large: 'This file is larger than 500 MB. Split it into parts and upload each part.',
  unpacks_too_large:
    'This Word document is too large to convert. Save it as a PDF on your computer, then upload that.',
  too_large_to_scan:
    'This file is larger than the malware scanner on the server accepts. Split it into parts, or ask your administrator to raise StreamMaxLength in the scanner’s settings.',
  timed_out: 'This file took too long to convert. Save it as a PDF on your computer, then upload that.',
  reader_failed: 'This file couldn’t be read. Save it as a PDF on your computer, then upload that.',
  converter_missing:
    'Word documents can’t be converted because LibreOffice isn’t installed on the server. Upload a PDF, or ask your administrator to install it.',
  converter_failed:
    'This Word document couldn’t be converted. Save it as a PDF on your computer, then upload that.',
};

export function isConversionErrorCode(text: string): text is ConversionErrorCode {
  return Object.hasOwn(conversionSentences, text);
}

/** `name` is the scanner's name for the malware. */
export function malwareSentence(name: string): string {
  return `This file contains malware (${name}) and was deleted.`;
}

/** Why a file could not be turned into a PDF with thumbnails. `message` is for the user. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly code: ConversionErrorCode;
  /** The converter's own message, for the log. */
  readonly detail: string | undefined;

  constructor(code: ConversionErrorCode, detail?: string) {
    super(conversionSentences[code]);
    this.code = code;
    this.detail = detail;
  }
}
