// `npm run corpus -- FOLDER`: uploads every file of a folder of documents (default `../shared/corpus`)
// through the real server, like the app, and prints the result of each. Exits with 1 unless each file was
// converted, or failed with a message for the user.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { conversionSentences } from '../../../server/convert/conversion-error.ts';
import {
  ACCEPTED_TYPES,
  checkFile,
  FILE_SIZE_MAX,
  TOO_SMALL_MESSAGE,
  WRONG_TYPE_MESSAGE,
  type FileCheck,
} from '../../../src/contract/rules/documents/check-file.ts';
import {
  mayBeDocument,
  NOT_A_DOCUMENT_MESSAGE,
} from '../../../src/contract/rules/documents/document-head.ts';
import type { TestClient } from './test-client.ts';
import { startTestServer } from './test-server.ts';
import { converted, upload } from './upload.ts';

/**
 * The result for a file. `by` is what rejected it: the app before the upload, the create, or the conversion.
 */
type Ended =
  | { outcome: 'complete'; pages: number }
  | { outcome: 'failed'; by: 'drop' | 'create' | 'conversion'; sentence: string };

/** A conversion that takes longer than this, including its second attempt, is stuck. Milliseconds. */
const PATIENCE_MS = 300_000;

/** Every message that says what is wrong and what to do, except the general ones. */
const understood: ReadonlySet<string> = new Set([
  ...Object.values(conversionSentences),
  NOT_A_DOCUMENT_MESSAGE,
  WRONG_TYPE_MESSAGE,
  TOO_SMALL_MESSAGE,
  ...refusal(checkFile({ name: 'large.pdf', type: '', size: FILE_SIZE_MAX + 1 })),
]);

/** Checks a file the way the app checks a dropped file: by its name, media type, size and first bytes. */
function checkDrop(path: string, bytes: Uint8Array): FileCheck {
  const check = checkFile({ name: basename(path), type: mediaType(path), size: bytes.length });
  if (!check.ok || mayBeDocument(bytes)) return check;
  return { ok: false, status: 'FAILED_DROP', message: NOT_A_DOCUMENT_MESSAGE };
}

/** Returns the media type that a browser derives from the extension. For other extensions, a browser may know more. */
function mediaType(path: string): string {
  const types: Readonly<Record<string, string>> = ACCEPTED_TYPES;
  return types[extname(path).slice(1).toLowerCase()] ?? '';
}

function refusal(check: FileCheck): string[] {
  return check.ok ? [] : [check.message];
}

async function send(client: TestClient, deal: string, path: string): Promise<Ended> {
  const bytes = await readFile(path);
  const check = checkDrop(path, bytes);
  if (!check.ok) return { outcome: 'failed', by: 'drop', sentence: check.message };
  const created = await upload(client, deal, bytes, { name: basename(path) });
  if (created.status !== 201)
    return { outcome: 'failed', by: 'create', sentence: created.body?.error_message ?? created.text };
  const document = await Promise.race([converted(client, created.body.uuid), patience()]);
  if (document.conversion_status === 'complete')
    return { outcome: 'complete', pages: document.num_pages ?? 0 };
  return { outcome: 'failed', by: 'conversion', sentence: document.error_message ?? '' };
}

async function patience(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The conversion did not end.')), PATIENCE_MS).unref();
  });
}

/** Returns what the app would show about the result, and whether that helps the user. */
function inWords(ended: Ended): { held: boolean; words: string } {
  if (ended.outcome === 'complete') return { held: ended.pages > 0, words: `complete, ${ended.pages} pages` };
  return { held: understood.has(ended.sentence), words: `failed at ${ended.by}: ${ended.sentence}` };
}

async function run(folder: string): Promise<number> {
  if (!existsSync(folder)) {
    console.log(`The folder ${folder} does not exist. Usage: npm run corpus -- FOLDER`);
    return 1;
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const server = await startTestServer({ conversionConcurrency: 2 });
  let unheld = 0;
  try {
    const client = await server.signIn('member@firm.test');
    const deal = (await client.post('/transactions/transaction', { name: 'Corpus' })).body.uuid;
    for (const path of paths.toSorted()) {
      const began = performance.now();
      const { held, words } = await send(client, deal, path).then(inWords, (error: unknown) => ({
        held: false,
        words: `stuck: ${String(error)}`,
      }));
      if (!held) unheld += 1;
      const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
      console.log(`${held ? '✓' : '✗'}${seconds} s  ${relative(folder, path).padEnd(36)}  ${words}`);
    }
  } finally {
    await server.stop();
  }
  console.log(`${paths.length} files, ${unheld} without a result that helps the user`);
  return unheld === 0 && paths.length > 0 ? 0 : 1;
}

process.exit(await run(resolve(process.argv[2] ?? '../shared/corpus')));
