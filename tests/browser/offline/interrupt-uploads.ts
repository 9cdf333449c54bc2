import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import type { SmallDocuments } from '../support/small-documents.ts';

/** The speed of the connection to the store in bytes per second. The file below takes a few seconds. */
export const SLOW = 1_500_000;

export const LARGE = 9_000_000;

/**
 * Drops the files over a slow connection, and closes the app's only page while their bytes are being sent.
 */
export async function closeWhileSending(
  person: Person,
  { store }: CounterpartProcess,
  files: readonly string[],
): Promise<void> {
  await person.isReadyForOffline();
  // Another page keeps the browser open. It is opened first, because bytes must be in transit when the app's
  // page closes.
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
