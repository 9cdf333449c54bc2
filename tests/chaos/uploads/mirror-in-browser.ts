import type { Page } from 'playwright-core';

/** What the browser has stored about a person's uploads, read without the app. */
export interface MirrorInBrowser {
  files: {
    uuid: string;
    fileName: string;
    name: string;
    signingType: string;
    status: string;
    words: string;
  }[];
  /** The ids of files whose bytes are staged. */
  bytes: string[];
  documents: { uuid: string; name: string; signingType: string; sha256: string }[];
  /** The number of edits that wait to be sent. */
  outbox: number;
  /** Rejected edits, with code and reason. */
  rejected: string[];
  /** Notices from the app, such as the loss of a mirror. */
  notices: string[];
}

/** How many milliseconds the browser may take to read a few rows. */
const READ_WITHIN_MS = 60_000;

/**
 * Reads the mirror of the only person who has used this profile.
 * @throws {Error} if the browser doesn't respond; it names the stuck stores, and who holds or waits for which
 * lock
 */
export async function readMirror(page: Page): Promise<MirrorInBrowser> {
  const read = readRows(page);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      whatIsStuck(page).then((words) => reject(new Error(words)), reject);
    }, READ_WITHIN_MS);
  });
  try {
    return await Promise.race([read, late]);
  } finally {
    clearTimeout(timer);
    // Either may still fail after the page is closed.
    read.catch(() => undefined);
    late.catch(() => undefined);
  }
}

/** Returns which of the mirror's stores can't be read, and which locks are held or awaited. */
async function whatIsStuck(page: Page): Promise<string> {
  const found = await page.evaluate(async () => {
    const answered = async <Result>(request: IDBRequest<Result>): Promise<Result | null> =>
      new Promise((resolve) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => resolve(null));
        setTimeout(() => resolve(null), 3000);
      });
    const locks = await navigator.locks.query();
    const named = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const stuck: string[] = [];
    for (const name of named) {
      const db = await answered(indexedDB.open(name));
      if (!db) {
        stuck.push(`${name} does not open`);
        continue;
      }
      for (const store of db.objectStoreNames) {
        const count = await answered(db.transaction(store).objectStore(store).count());
        if (count === null) stuck.push(`${name}/${store}`);
      }
      db.close();
    }
    return { stuck, locks };
  });
  return `The mirror could not be read for ${READ_WITHIN_MS / 1000} s: ${JSON.stringify(found)}`;
}

async function readRows(page: Page): Promise<MirrorInBrowser> {
  return page.evaluate(async () => {
    const answered = async <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not answered')));
      });
    const named = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = named.find((each) => /^counterpart-[0-9a-f]{8}-/.test(each));
    const none = { files: [], bytes: [], documents: [], outbox: 0, rejected: [], notices: [] };
    if (name === undefined) return none;
    const db = await answered(indexedDB.open(name));
    try {
      const stores = ['files', 'fileBytes', 'documents', 'outbox', 'rejected', 'notices'];
      // A database that is still being created.
      if (!stores.every((store) => db.objectStoreNames.contains(store))) return none;
      const transaction = db.transaction(stores);
      const all = async (store: string) => answered(transaction.objectStore(store).getAll());
      const [files, bytes, documents, outbox, rejected, notices] = await Promise.all([
        all('files'),
        answered(transaction.objectStore('fileBytes').getAllKeys()),
        all('documents'),
        answered(transaction.objectStore('outbox').count()),
        all('rejected'),
        all('notices'),
      ]);
      return {
        files: files.map((row) => ({
          uuid: String(row.uuid),
          fileName: String(row.fileName),
          name: String(row.name),
          signingType: String(row.signingType),
          status: String(row.status),
          words: String(row.errorMessage ?? row.lastError ?? ''),
        })),
        bytes: bytes.map(String),
        documents: documents.map((row) => ({
          uuid: String(row.uuid),
          name: String(row.name),
          signingType: String(row.signingType),
          sha256: String(row.sha256),
        })),
        outbox,
        rejected: rejected.map((row) => `${row.name} ${row.code} ${row.reason}`),
        notices: notices.map((row) => `${row.at} ${row.message}`),
      };
    } finally {
      db.close();
    }
  });
}
