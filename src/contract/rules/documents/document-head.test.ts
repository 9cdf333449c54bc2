import { expect, it } from 'vitest';
import { conversionSentences } from '../../../../server/convert/conversion-error.ts';
import { HEAD_BYTES, mayBeDocument, NOT_A_DOCUMENT_MESSAGE } from './document-head.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.for([
  ['a PDF', '%PDF-1.7\n', true],
  ['a PDF after the bytes that some scanners put first', `${'\n'.repeat(HEAD_BYTES - 5)}%PDF-1.4`, true],
  ['a Word document', 'PK\x03\x04\x14\x00', true],
  ['a Word 97 document', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\x00', true],
  ['a text', 'Plain text that only claims to be a Word file.', false],
  ['a picture', '\x89PNG\r\n\x1A\n', false],
  ['a text about zips', 'It begins with PK\x03\x04.', false],
  ['a text that mentions PDFs late', `${' '.repeat(HEAD_BYTES)}%PDF-`, false],
  ['nothing', '', false],
] as const)('recognizes the beginning of %s', ([, head, may]) => {
  expect(mayBeDocument(bytes(head))).toBe(may);
});

it('other files are rejected with the server’s message', () => {
  expect(NOT_A_DOCUMENT_MESSAGE).toBe(conversionSentences.not_a_document);
});
