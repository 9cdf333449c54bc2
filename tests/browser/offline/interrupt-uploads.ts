import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import type { SmallDocuments } from '../support/small-documents.ts';

/** As many bytes a second as the wire to the store takes: the file below needs a few seconds. */
export const SLOW = 1_500_000;

export const LARGE = 9_000_000;

/** Drops the files, over a slow wire, and closes the only page of the app when their bytes are on their way. */
export async function closeWhileSending(
  person: Person,
  { store }: CounterpartProcess,
  files: readonly string[],
): Promise<void> {
  await person.isReadyForOffline();
  // The browser goes on. Opened before: bytes must be on their way when the page goes.
  await person.context.newPage();
  await person.page.bringToFront();
  store.slowTo(SLOW);
  const before = store.sentSoFar();
  await person.drop(...files);
  await store.sent(before + 500_000);
  await person.page.close();
}

export async function hashesOnServer(person: Person, deal: string): Promise<string[]> {
  return (await person.documents(deal)).map(({ sha256 }) => sha256).toSorted();
}

export async function hashesOf(documents: SmallDocuments, files: readonly string[]): Promise<string[]> {
  return (await Promise.all(files.map(async (path) => documents.hashOf(path)))).toSorted();
}
