import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';

/** The toasts of commands. Some contain the nouns of a collection. */
const toasts = Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../src/db/commands/**/*.ts', '!../../src/db/commands/**/*.test.ts'],
    {
      eager: true,
    },
  ),
)
  .flatMap((module) => Object.values(module))
  .flatMap((value) => definitionsIn(value))
  .map(({ failure }) => failure);

/** The code of the app and the server without tests and comments, and the toasts of commands. */
const code = globSync(['src/**/*.{ts,tsx}', 'server/**/*.ts', 'index.html'])
  .filter((path) => !path.includes('.test.'))
  .map((path) => readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, ''))
  .join('\n');
const sources = [code, ...toasts].join('\n');

/** Returns the command that a value defines, or those in a table of commands by collection and verb. */
function definitionsIn(value: unknown, depth = 2): { failure: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('failure' in value && typeof value.failure === 'string') return [{ failure: value.failure }];
  return depth === 0 ? [] : Object.values(value).flatMap((each) => definitionsIn(each, depth - 1));
}

/** Sentences of the specification that the app shows word for word. `…` is a part that the code fills in. */
const SENTENCES: Record<string, readonly string[]> = {
  'toasts of the error catalog': [
    'There was a problem attempting to create the header',
    'There was a problem attempting to update the order',
    'There was a problem attempting to update the header',
    'There was a problem attempting to delete the header',
    'There was a problem attempting to update the transaction',
    'There was a problem attempting to create the document',
    'There was a problem attempting to update the document',
    'There was a problem attempting to create the task',
    'There was a problem attempting to update the task',
    'There was a problem attempting to delete the task',
    'There was a problem attempting to create the note',
    'Failed to fetch transaction data',
    'Participants successfully updated',
    'Something went wrong attempting to update participants',
  ],
  'the error screen and answers without a sentence': [
    'Something went wrong',
    'Error parsing JSON response',
    'ApiFetch error general …',
  ],
  'upload errors': [
    'Failed to get pre-signed url for uploads.',
    'Failed to get pre-signed URL',
    'File type must be .pdf, .doc, or .docx',
    'File is smaller than the minimum size of 0.1kb',
    'We encountered an error attempting to upload this file',
    'We encountered an error attempting to save this document',
    'We encountered an error attempting to convert this document',
    'There was a problem uploading this file',
  ],
  'toasts of the upload queue': [
    'There was a problem deleting the document',
    'There was a problem deleting those documents',
    'There was a problem saving your changes',
    'There was a problem adding the documents to the transaction.',
    'Document has been removed from the Upload Queue.',
    '… been deleted from the Upload Queue.',
    '… successfully added to transaction.',
  ],
  'the upload queue': [
    'Upload Queue (…)',
    'Select documents or drag and drop.',
    'Add … to transaction',
    'Drop documents to begin uploading.',
    'Supported file types: pdf, doc, docx',
    'NetDocuments',
    'iManage',
    'Accessing document....',
    'Non-executable',
    'Executed',
    '… of … documents complete.',
    'Failed to upload … of … documents.',
    'Clear',
  ],
  'the title of the page': ['Making Transactions Simple'],
};

/** Values that the app and the server exchange, and names of events. */
const VALUES: Record<string, readonly string[]> = {
  'upload statuses': [
    'QUEUED',
    'IN_PROGRESS',
    'FETCHING_PRESIGNED_URL',
    'SUCCESS_FETCHING_PRESIGNED_URL',
    'UPLOADING_FILE_TO_STORE',
    'SUCCESS_UPLOADING_FILE_TO_STORE',
    'CREATING_DOCUMENT',
    'SUCCESS_CREATING_DOCUMENT',
    'CONVERTING_DOCUMENT',
    'SUCCESS_CONVERTING_DOCUMENT',
    'GENERATING_THUMBNAILS',
    'SUCCESS_GENERATING_THUMBNAILS',
    'CONVERSION_COMPLETE',
    'SELECTED_FROM_DMS',
    'WAITING_ON_DMS',
    'FAILED_DROP',
    'FAILED_FILE_TOO_SMALL',
    'FAILED_FETCHING_PRESIGNED_URL',
    'FAILED_UPLOADING_FILE_TO_STORE',
    'FAILED_CREATING_DOCUMENT',
    'FAILED_CONVERTING_DOCUMENT',
    'FAILED_GENERATING_THUMBNAILS',
    'REMOVED',
  ],
  'signing types': ['to_be_signed', 'non_executable', 'fully_executed'],
  'document systems': ['NET_DOCS', 'IMANAGE', 'SEE_UNITY', 'NONE'],
  'the binder format': [
    'table_of_contents',
    'uppercase_roman',
    'uppercase_alphabetic',
    'lowercase_roman',
    'lowercase_alphabetic',
  ],
  'analytics events': [
    'ADD_TO_TRANSACTION_CLICKED',
    'upload_queue.files_added',
    'DOCUMENTS_ADDED',
    'TRANSACTION_CREATED',
  ],
  'the thumbnail size': ['png-144'],
  'reasons for a sign-out': ['inactive', 'logout'],
};

/** Numbers in the specification, each with the code that defines it. */
const CONSTANTS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a toast stays for 5000 ms', /TOAST_TIMEOUT = 5_?000\b/],
  ['the loading flag clears after 3 s', /LOADING_CLEARS = 3_?000\b/],
  ['a closed drawer stays mounted for 200 ms', /STAYS_MOUNTED = 200\b/],
  ['a page is estimated to take 400 ms', /PAGE_CONVERSION_MS = 400\b/],
  ['a tooltip appears after 500 ms', /HOVER_DELAY = 500\b/],
  ['a spinner appears after 100 ms', /SPINNER_DELAY = 100\b/],
  ['6 files upload at the same time', /CONCURRENT_UPLOADS = 6\b/],
  ['a file has at least 100 bytes', /FILE_SIZE_MIN = 100\b/],
  ['notifications are polled every 10000 ms', /NOTIFICATIONS_MS = 10_?000\b/],
  ['documents with variables are polled every 2500 ms', /VARIABLES_MS = 2_?500\b/],
  ['documents from a document system are polled every 3000 ms', /ASKED_EVERY_MS = 3_?000\b/],
  ['a session is refreshed 30 minutes before it ends', /REFRESH_WINDOW_MS = 30 \* 60 \* 1000\b/],
  ['a document name has at most 350 characters', /DOCUMENT_NAME_MAX = 350\b/],
];

function isInSources(text: string): boolean {
  return text.split('…').every((part) => sources.includes(part));
}

describe.each(Object.entries(SENTENCES))('%s', (_group, sentences) => {
  it.each(sentences)('the app says “%s” word for word', (sentence) => {
    expect(isInSources(sentence)).toBe(true);
  });
});

describe.each(Object.entries(VALUES))('%s', (_group, values) => {
  it.each(values)('the code has the value “%s”', (value) => {
    const uses = [`'${value}'`, `"${value}"`, `\`${value}\``, ` ${value}:`];
    expect(uses.some((use) => sources.includes(use))).toBe(true);
  });
});

test.each(CONSTANTS)('%s', (_what, pattern) => {
  expect(sources).toMatch(pattern);
});

test('a sentence that differs in one letter is reported as missing', () => {
  expect(isInSources('There was a problem attempting to create a header')).toBe(false);
});
