import { conversionSentences } from '../../../server/convert/conversion-error.ts';
import { TOO_SMALL_MESSAGE, WRONG_TYPE_MESSAGE } from '../../../src/contract/rules/documents/check-file.ts';
import { Random } from '../../chaos/random.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';
import { spoilFile } from './spoil-file.ts';

/** A file that takes longer than this is stuck, in milliseconds. */
const PATIENCE_MS = 180_000;

/** Files in progress at the same time. */
const AT_ONCE = 2;

export interface FuzzedFiles {
  /** How many files had each outcome: complete, or the error message. */
  outcomes: ReadonlyMap<string, number>;
  /**
   * Outcomes that must not occur, such as a timeout or a failure without a message, each with how the file
   * was damaged.
   */
  faults: readonly string[];
}

/** The messages that users see if a file is refused at once, or fails later. */
const understood: ReadonlySet<string> = new Set([
  ...Object.values(conversionSentences),
  WRONG_TYPE_MESSAGE,
  TOO_SMALL_MESSAGE,
]);

/**
 * Uploads this many Word and PDF files with damaged content. The server must convert each one, or say what is
 * wrong with it.
 */
export async function fuzzFiles(server: TestServer, files: number, seed: string): Promise<FuzzedFiles> {
  const random = new Random(seed);
  const outcomes = new Map<string, number>();
  const faults: string[] = [];
  const client = await server.signIn('member@firm.test');
  const deal: string = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const left = Array.from({ length: files }, (_, index) => index);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        const { name, bytes, how } = await spoilFile(random.fork(index), index);
        const outcome = await withPatience(endOf(client, deal, bytes)).catch(String);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (outcome !== 'complete' && !understood.has(outcome))
          faults.push(`${seed}/${index} ${name} (${how}): ${outcome}`);
      }
    }),
  );
  return { outcomes, faults };
}

async function endOf(client: TestClient, deal: string, bytes: Buffer): Promise<string> {
  const created = await upload(client, deal, bytes);
  if (created.status === 422) return String(created.body.error_message);
  if (created.status !== 201) return `${created.status} ${created.text.slice(0, 200)}`;
  const document = await converted(client, created.body.uuid);
  return document.conversion_status === 'complete' ? 'complete' : (document.error_message ?? 'no sentence');
}

async function withPatience(ending: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no end in time'), PATIENCE_MS);
  });
  try {
    return await Promise.race([ending, late]);
  } finally {
    clearTimeout(timer);
  }
}
