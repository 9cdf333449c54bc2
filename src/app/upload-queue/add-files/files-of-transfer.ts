/** The content of a drop or paste. */
export interface TransferredFiles {
  files: readonly File[];
  /** Names of files and folders that could not be read. */
  unreadable: readonly string[];
}

interface Found extends TransferredFiles {
  files: File[];
  unreadable: string[];
}

/**
 * Checking whether an item is a folder blocks the page on the disk, which is noticeable with hundreds of items. Above this
 * number, only items without a media type are checked. Folders have no media type, unless their name looks like a file's, such
 * as “Exhibits.pdf”.
 */
const CHECK_ALL_MAX = 32;

const byName = new Intl.Collator(undefined, { numeric: true });

/**
 * Returns the files of a drop or paste in order. Files in folders, at any depth, are in the order of their paths. Call it
 * inside the event handler, because the browser empties the transfer afterwards.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<TransferredFiles> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const entries = items.map((item) => ({
    entry: items.length <= CHECK_ALL_MAX || item.type === '' ? item.webkitGetAsEntry() : null,
    file: item.getAsFile(),
  }));
  const found: Found = { files: [], unreadable: [] };
  for (const { entry, file } of entries) {
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
    else if (isFile(entry) && !isSystemFile(entry.name)) await addFile(found, entry);
  }
}

async function addFile(found: Found, entry: FileSystemFileEntry): Promise<void> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null);
  if (file) found.files.push(file);
  else found.unreadable.push(entry.name);
}

/** A reader returns about a hundred entries per call, and an empty list at the end. */
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

/** Returns whether this is a hidden file that the operating system puts into folders. Nobody means to upload those. */
function isSystemFile(name: string): boolean {
  return name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
