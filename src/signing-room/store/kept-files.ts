import { LINK_MS } from '../../contract/rules/signing/packets/link-lifetime.ts';
import { forgetAll, inDatabase, ofPacket } from './room-database.ts';

/** A photo or scan that the server doesn't have yet. */
interface KeptFile {
  readonly uuid: string;
  readonly name: string;
  readonly file: Blob;
  /** Whether it was taken with the camera from the room's page, and whether the signatory has decided how to send it. */
  readonly isTaken: boolean;
  readonly isChecked: boolean;
  /** When it was chosen, epoch ms. */
  readonly chosenAt: number;
}

/** Keeps a file on this device. If the browser stores nothing or the disk is full, only the open page has it. */
export async function keepFile(packet: string, file: KeptFile): Promise<void> {
  await inDatabase('files', 'readwrite', (files) => [files.put(file, [packet, file.uuid])]);
}

export async function forgetFile(packet: string, uuid: string): Promise<void> {
  await inDatabase('files', 'readwrite', (files) => [files.delete([packet, uuid])]);
}

export async function forgetFiles(packet: string): Promise<void> {
  await forgetAll('files', packet);
}

/** Forgets the files of all packets that are older than a link can be: their rooms may never be opened on this device again. */
export async function forgetOldFiles(): Promise<void> {
  const oldest = Date.now() - LINK_MS;
  await inDatabase('files', 'readwrite', (files) => {
    const request = files.openCursor();
    request.addEventListener('success', () => {
      const cursor = request.result;
      if (cursor === null) return;
      if (isOlder(cursor.value, oldest)) cursor.delete();
      cursor.continue();
    });
    return [];
  });
}

/** Returns the files that are kept for a packet, in the order in which they were chosen. */
export async function readKeptFiles(packet: string): Promise<KeptFile[]> {
  const read = await inDatabase('files', 'readonly', (files) => [files.getAll(ofPacket(packet))]);
  const [kept] = read ?? [];
  if (!Array.isArray(kept)) return [];
  return kept.filter(isKeptFile).toSorted((one, other) => one.chosenAt - other.chosenAt);
}

function isOlder(kept: unknown, oldest: number): boolean {
  if (typeof kept !== 'object' || kept === null || !('chosenAt' in kept)) return false;
  return typeof kept.chosenAt === 'number' && kept.chosenAt < oldest;
}

function isKeptFile(kept: unknown): kept is KeptFile {
  if (typeof kept !== 'object' || kept === null) return false;
  const { uuid, name, file, isTaken, isChecked, chosenAt }: Partial<Record<keyof KeptFile, unknown>> = kept;
  return (
    typeof uuid === 'string' &&
    typeof name === 'string' &&
    file instanceof Blob &&
    typeof isTaken === 'boolean' &&
    typeof isChecked === 'boolean' &&
    typeof chosenAt === 'number'
  );
}
