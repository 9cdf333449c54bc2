import { inDatabase, ofPacket } from '../store/room-database.ts';

/** A photo or scan that the server doesn't have yet. */
interface KeptFile {
  readonly uuid: string;
  readonly name: string;
  readonly file: Blob;
  /** Whether it was taken from the room's page, and whether its signatory has decided how to send it. */
  readonly isTaken: boolean;
  readonly isChecked: boolean;
  /** When it was chosen, in milliseconds. */
  readonly chosenAt: number;
}

/** Keeps a file on this device until the server has it, for as long as a link can be valid. If the browser stores nothing or the disk is full, only the open page has it. */
export async function keepFile(packet: string, file: KeptFile): Promise<void> {
  await inDatabase('files', 'readwrite', (files) => [files.put(file, [packet, file.uuid])]);
}

export async function forgetFile(packet: string, uuid: string): Promise<void> {
  await inDatabase('files', 'readwrite', (files) => [files.delete([packet, uuid])]);
}

/** Returns the files that are kept for a packet, in the order in which they were chosen. */
export async function readKeptFiles(packet: string): Promise<KeptFile[]> {
  const read = await inDatabase('files', 'readonly', (files) => [files.getAll(ofPacket(packet))]);
  const [kept] = read ?? [];
  if (!Array.isArray(kept)) return [];
  return kept.filter(isKeptFile).toSorted((one, other) => one.chosenAt - other.chosenAt);
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
