import type { Page } from 'playwright-core';

/** What the browser has on its disk of a person's uploads, read past the app. */
export interface MirrorInBrowser {
  files: {
    uuid: string;
    fileName: string;
    name: string;
    signingType: string;
    status: string;
    words: string;
  }[];
  /** Ids of the files whose bytes are staged. */
  bytes: string[];
  documents: { uuid: string; name: string; signingType: string; sha256: string }[];
  /** Edits that wait to be sent. */
  outbox: number;
  /** What the server refused, in words. */
  rejected: string[];
}

/** Reads the mirror of the one person who has used this profile. */
export async function readMirror(page: Page): Promise<MirrorInBrowser> {
  return page.evaluate(async () => {
    const answered = async <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('not answered')));
      });
    const named = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = named.find((each) => /^counterpart-[0-9a-f]{8}-/.test(each));
    const none = { files: [], bytes: [], documents: [], outbox: 0, rejected: [] };
    if (name === undefined) return none;
    const db = await answered(indexedDB.open(name));
    try {
      const stores = ['files', 'fileBytes', 'documents', 'outbox', 'rejected'];
      // One that is only being made.
      if (!stores.every((store) => db.objectStoreNames.contains(store))) return none;
      const transaction = db.transaction(stores);
      const all = async (store: string) => answered(transaction.objectStore(store).getAll());
      const [files, bytes, documents, outbox, rejected] = await Promise.all([
        all('files'),
        answered(transaction.objectStore('fileBytes').getAllKeys()),
        all('documents'),
        answered(transaction.objectStore('outbox').count()),
        all('rejected'),
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
      };
    } finally {
      db.close();
    }
  });
}
