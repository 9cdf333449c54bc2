import { useLiveQuery } from 'dexie-react-hooks';
import Upload from 'lucide-react/icons/upload';
import { deleteDocuments } from '../../db/commands/documents/delete-document.ts';
import { setVersion, takeVersionBack } from '../../db/commands/documents/file-version.ts';
import { itemVersions, type ItemVersion } from '../../db/queries/documents/deal-documents.ts';
import { hasSignaturesOut } from '../../db/queries/closing/replaced-document.ts';
import { fileStatus } from '../../db/queries/documents/file-standing.ts';
import type { FileRow, ItemRow } from '../../db/rows.ts';
import { saveDocument } from '../documents/save-document.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { Button } from '../ui/button.tsx';
import { StatusLabel } from '../ui/status/status-label.tsx';
import { useCarryOutAct } from '../undo/history-context.ts';
import { useFilePicker } from '../upload-queue/add-files/use-file-picker.tsx';
import { VERSION_ACTS, VERSIONS } from './details-copy.ts';
import { nameOf, type People } from './people.ts';
import { VersionLine, type VersionAct } from './version-line.tsx';
import styles from './versions.module.css';

/** The versions of a document, the latest first, and files for it that are still uploading. */
export function Versions({ item, people }: { item: ItemRow; people: People }) {
  const db = useMirror();
  const reachable = useReachable();
  const mayEdit = useMayEdit();
  const carryOutAct = useCarryOutAct();
  const { uuid, transaction, name } = item;
  const found = useLiveQuery(() => itemVersions(db, { uuid, transaction }), [db, uuid, transaction]);
  const picker = useFilePicker(transaction, {
    label: VERSIONS.newVersionOf(name),
    multiple: false,
    versionOf: uuid,
  });
  const isSigned = useLiveQuery(() => hasSignaturesOut(db, uuid), [db, uuid]) ?? false;
  if (!found) return null;
  const { versions, onTheWay } = found;
  const act = ({ row, number, standing }: ItemVersion, what: VersionAct) => {
    const version = { transaction, uuid: row.uuid, item: uuid };
    const superseded = item.document !== null && standing === 'earlier';
    const place = { number, of: versions.length, superseded };
    switch (what) {
      case 'make-current':
        return carryOutAct(
          VERSION_ACTS.makeCurrent(number, name),
          setVersion(db, { transaction, uuid, document: row.uuid }),
          VERSION_ACTS.isCurrent(number),
        );
      case 'save':
        return runCommand(saveDocument(db, { row, name, version: place }, 'original', reachable));
      case 'take-back':
        return carryOutAct(
          VERSION_ACTS.takeBack(number, name),
          takeVersionBack(db, version),
          VERSION_ACTS.isBack(row.name),
        );
      case 'delete':
        return carryOutAct(
          VERSION_ACTS.delete(number, name),
          deleteDocuments(db, [version]),
          VERSION_ACTS.deleted(number, name),
        );
    }
  };
  return (
    <section className={styles.versions} aria-label={VERSIONS.title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{VERSIONS.title}</h3>
        {mayEdit ? (
          <Button icon={<Upload aria-hidden="true" />} onClick={picker.open}>
            {versions.length === 0 && item.document === null ? VERSIONS.uploadFirst : VERSIONS.uploadNew}
          </Button>
        ) : null}
        {picker.input}
      </div>
      {versions.length === 0 && onTheWay.length === 0 ? (
        <p className={styles.none}>{item.document === null ? VERSIONS.noFile : VERSIONS.notHere}</p>
      ) : null}
      <ul className={styles.list}>
        {onTheWay.map((file) => (
          <UploadingFile key={file.uuid} file={file} />
        ))}
        {versions.map((version) => (
          <VersionLine
            key={version.row.uuid}
            version={version}
            uploader={nameOf(people, version.row.createdBy)}
            mayEdit={mayEdit}
            isSigned={isSigned && item.document !== null}
            onAct={(what) => act(version, what)}
          />
        ))}
      </ul>
    </section>
  );
}

/** A file that is not on the server yet. The upload queue shows its progress. */
function UploadingFile({ file }: { file: FileRow }) {
  return (
    <li className={styles.version}>
      <div className={styles.words}>
        <p className={styles.first}>
          {fileStatus(file) === 'under_way' ? (
            <StatusLabel shape="busy">{VERSIONS.uploading}</StatusLabel>
          ) : (
            <StatusLabel shape="waiting">{VERSIONS.needsDecision}</StatusLabel>
          )}
        </p>
        <p className={styles.file} title={file.fileName} dir="auto">
          {file.fileName}
        </p>
      </div>
    </li>
  );
}
