/** What was dropped or pasted. */
export interface Carried {
  files: readonly File[];
  /** Names of files and folders that the system would not give. */
  unreadable: readonly string[];
}

interface Found extends Carried {
  files: File[];
  unreadable: string[];
}

/**
 * Of so many each is asked whether it is a folder, which has the page wait for the disk: of hundreds one would notice. Of
 * more, those alone that have no type by their ending, as folders have none but for a name such as “Exhibits.pdf”.
 */
const FEW = 32;

const byName = new Intl.Collator(undefined, { numeric: true });

/**
 * The files that a drop or a paste carries, in its order; those of a folder, at every depth, in the order of their path.
 * To be called while the event is heard: afterwards the browser has forgotten what it carried.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<Carried> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const carried = items.map((item) => ({
    entry: items.length <= FEW || item.type === '' ? item.webkitGetAsEntry() : null,
    file: item.getAsFile(),
  }));
  const found: Found = { files: [], unreadable: [] };
  for (const { entry, file } of carried) {
    if (entry && isFolder(entry)) await addFolder(found, entry);
    else if (file) found.files.push(file);
  }
  return found;
}

async function addFolder(found: Found, folder: FileSystemDirectoryEntry): Promise<void> {
  const entries = await entriesOf(folder).catch(() => null);
  if (!entries) {
    found.unreadable.push(folder.name);
    return;
  }
  for (const entry of entries.toSorted((a, b) => byName.compare(a.name, b.name))) {
    if (isFolder(entry)) await addFolder(found, entry);
    else if (isFile(entry) && !isOfTheSystem(entry.name)) await addFile(found, entry);
  }
}

async function addFile(found: Found, entry: FileSystemFileEntry): Promise<void> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null);
  if (file) found.files.push(file);
  else found.unreadable.push(entry.name);
}

/** A reader gives a part at a time, of a hundred or so, and at the end nothing. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

/** Files that the system puts into folders and hides from people: nobody means to upload them. */
function isOfTheSystem(name: string): boolean {
  return name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
