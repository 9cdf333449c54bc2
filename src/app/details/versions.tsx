import { useLiveQuery } from 'dexie-react-hooks';
import Upload from 'lucide-react/icons/upload';
import { deleteDocuments } from '../../db/commands/documents/delete-document.ts';
import { setVersion, takeVersionBack } from '../../db/commands/documents/file-version.ts';
import { itemVersions, type ItemVersion } from '../../db/queries/documents/deal-documents.ts';
import { fileStatus } from '../../db/queries/documents/file-standing.ts';
import type { FileRow, ItemRow } from '../../db/rows.ts';
import { saveDocument } from '../documents/save-document.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { canBeRestored } from '../lib/format/restore-copy.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { Button } from '../ui/button.tsx';
import { StatusLabel } from '../ui/status/status-label.tsx';
import { useCarryOutAct } from '../undo/history-context.ts';
import { useFilePicker } from '../upload-queue/add-files/use-file-picker.tsx';
import type { People } from './people.ts';
import { VersionLine, type VersionAct } from './version-line.tsx';
import styles from './versions.module.css';

/** The files that an instrument has had, the last one first, and which of them is its current one. */
export function Versions({ item, people }: { item: ItemRow; people: People }) {
  const db = useMirror();
  const reachable = useReachable();
  const mayEdit = useMayEdit();
  const carryOutAct = useCarryOutAct();
  const { uuid, transaction, name } = item;
  const found = useLiveQuery(() => itemVersions(db, { uuid, transaction }), [db, uuid, transaction]);
  const picker = useFilePicker(transaction, {
    label: `New version of ${name}`,
    multiple: false,
    versionOf: uuid,
  });
  if (!found) return null;
  const { versions, onTheWay } = found;
  const act = ({ row, number, standing }: ItemVersion, what: VersionAct) => {
    const version = { transaction, uuid: row.uuid, item: uuid };
    const superseded = item.document !== null && standing === 'earlier';
    const place = { number, of: versions.length, superseded };
    switch (what) {
      case 'make-current':
        return carryOutAct(
          `Make version ${number} of “${name}” the current one`,
          setVersion(db, { transaction, uuid, document: row.uuid }),
          `Version ${number} is the current one.`,
        );
      case 'save':
        return runCommand(saveDocument(db, { row, name, version: place }, 'original', reachable));
      case 'take-back':
        return carryOutAct(
          `Take version ${number} back from “${name}”`,
          takeVersionBack(db, version),
          `“${row.name}” is in the upload queue again.`,
        );
      case 'delete':
        return carryOutAct(
          `Delete version ${number} of “${name}”`,
          deleteDocuments(db, [version]),
          `Deleted version ${number} of “${name}”. ${canBeRestored(1)}`,
        );
    }
  };
  return (
    <section className={styles.versions} aria-label="Versions">
      <div className={styles.head}>
        <h3 className={styles.title}>Versions</h3>
        {mayEdit ? (
          <Button icon={<Upload aria-hidden="true" />} onClick={picker.open}>
            {versions.length === 0 && item.document === null ? 'Upload the file' : 'Upload a new version'}
          </Button>
        ) : null}
        {picker.input}
      </div>
      {versions.length === 0 && onTheWay.length === 0 ? (
        <p className={styles.none}>
          {item.document === null ? 'There is no file yet.' : 'Its file has not come to this device.'}
        </p>
      ) : null}
      <ul className={styles.list}>
        {onTheWay.map((file) => (
          <FileOnTheWay key={file.uuid} file={file} />
        ))}
        {versions.map((version) => (
          <VersionLine
            key={version.row.uuid}
            version={version}
            uploader={people.get(version.row.createdBy) ?? 'somebody who has left'}
            mayEdit={mayEdit}
            onAct={(what) => act(version, what)}
          />
        ))}
      </ul>
    </section>
  );
}

/** A file that is not at the server yet: the upload queue shows how far it is, and what it may wait for. */
function FileOnTheWay({ file }: { file: FileRow }) {
  return (
    <li className={styles.version}>
      <div className={styles.words}>
        <p className={styles.first}>
          {fileStatus(file) === 'under_way' ? (
            <StatusLabel shape="busy">In the upload queue</StatusLabel>
          ) : (
            <StatusLabel shape="waiting">Waits for you in the queue</StatusLabel>
          )}
        </p>
        <p className={styles.file} title={file.fileName} dir="auto">
          {file.fileName}
        </p>
      </div>
    </li>
  );
}
