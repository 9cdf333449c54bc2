import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Pencil from 'lucide-react/icons/pencil';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import X from 'lucide-react/icons/x';
import { wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import { deleteAssignments } from '../../../db/commands/signing/assignments/assignments.ts';
import {
  documentSignatures,
  type DocumentSignature,
  type GroupSignatures,
} from '../../../db/queries/signing/assignments/document-signatures.ts';
import {
  signingStatusOf,
  type ItemSignatures,
} from '../../../db/queries/signing/assignments/item-signing.ts';
import type { ItemRow } from '../../../db/rows.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/status/badge.tsx';
import { PanelSection } from '../signatories/panel/panel-section.tsx';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import { assignmentTone, ITEM_SIGNING_STATUS, itemSigningTone } from '../signing-status-copy.ts';
import { ACTS, SIGNATURES } from './documents-copy.ts';
import type { EditedSignature } from './signature-options-dialog.tsx';
import rows from '../section-rows.module.css';
import styles from './signatures-section.module.css';
import { deleteRow } from '../../../db/commands/collections/standard-commands.ts';

const SignatureOptionsDialog = lazyComponent(() =>
  import('./signature-options-dialog.tsx').then((module) => module.SignatureOptionsDialog),
);

interface SignaturesSectionProps {
  item: ItemRow;
  /** The document's signature pages and their statuses. */
  signatures: ItemSignatures | undefined;
  onAssign: () => void;
}

/** The signatories of a document, and the status of each signature. */
export function SignaturesSection({ item, signatures, onAssign }: SignaturesSectionProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const { transaction, uuid, name, pagesEmbeddedIn } = item;
  const [edited, setEdited] = useState<EditedSignature | null>(null);
  const read = useLiveQuery(() => documentSignatures(db, transaction, uuid), [db, transaction, uuid]);
  const embeddedIn = useLiveQuery(() => db.items.get(pagesEmbeddedIn ?? ''), [db, pagesEmbeddedIn]);
  if (!read) return null;
  const status = signingStatusOf(item, signatures);
  const isEmpty = read.signatures.length === 0 && read.groups.length === 0;
  const unassign = ({ assignment, name: signatory }: DocumentSignature) => {
    const { itemPageUuid: page, signatory: who, authRep } = assignment;
    const assignments = [{ uuid: assignment.uuid, item: uuid, page, pageOrder: 0, signatory: who, authRep }];
    act(ACTS.unassign(name, signatory), deleteAssignments(db, { transaction, assignments }));
  };
  const unassignGroup = ({ dynamicAssignment, name: group }: GroupSignatures) =>
    act(
      ACTS.unassign(name, group),
      deleteRow(db, 'dynamicAssignments', { transaction, uuid: dynamicAssignment.uuid }),
    );
  return (
    <PanelSection title={SIGNATURES.title}>
      <p className={styles.status}>
        <Badge tone={itemSigningTone(status)}>{ITEM_SIGNING_STATUS[status]}</Badge>
      </p>
      {embeddedIn ? (
        <p className={rows.embedded}>
          {SIGNATURES.embedded}{' '}
          <Link to={`/transaction/${transaction}/checklist?itemId=${embeddedIn.uuid}`} dir="auto">
            {embeddedIn.name}
          </Link>
        </p>
      ) : null}
      {isEmpty && !embeddedIn ? (
        <p className={rows.none}>{item.forSigning && mayEdit ? SIGNATURES.noneMarked : SIGNATURES.none}</p>
      ) : null}
      <ul className={rows.list}>
        {read.signatures.map((signature) => (
          <SignatureLine
            key={signature.assignment.uuid}
            signature={signature}
            onEdit={mayEdit ? setEdited : null}
            onUnassign={mayEdit ? unassign : null}
          />
        ))}
        {read.groups.map((group) => (
          <GroupLine
            key={group.dynamicAssignment.uuid}
            group={group}
            onEdit={mayEdit ? setEdited : null}
            onUnassign={mayEdit ? unassignGroup : null}
          />
        ))}
      </ul>
      {mayEdit ? (
        <Button
          className={rows.assign}
          icon={<UserRoundCheck aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={onAssign}
        >
          {SIGNATURES.assign}
        </Button>
      ) : null}
      {edited ? (
        <SignatureOptionsDialog document={name} edited={edited} onClose={() => setEdited(null)} />
      ) : null}
    </PanelSection>
  );
}

interface SignatureLineProps {
  signature: DocumentSignature;
  /** Null if it can't be edited. */
  onEdit: ((edited: EditedSignature) => void) | null;
  /** Null if it can't be unassigned here. */
  onUnassign: ((signature: DocumentSignature) => void) | null;
}

function SignatureLine({ signature, onEdit, onUnassign }: SignatureLineProps) {
  const { assignment, name, capacity } = signature;
  const { transaction, signatory, status, header, requiresNotary, requiresWitness, customText } = assignment;
  const mayChange = !wentOut(status);
  const needs = [
    ...(requiresNotary ? [SIGNATURES.notary] : []),
    ...(requiresWitness ? [SIGNATURES.witness] : []),
  ];
  const facts = [header, customText].filter((text) => text !== null && text !== '');
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <Link
          className={rows.link}
          to={`/transaction/${transaction}/signatories?signatory=${signatory}`}
          dir="auto"
        >
          {name}
        </Link>
        {capacity === null ? null : (
          <span className={rows.facts} dir="auto">
            {capacity}
          </span>
        )}
        {facts.map((fact) => (
          <span key={fact} className={rows.facts} dir="auto">
            {fact}
          </span>
        ))}
        <span className={styles.badges}>
          <Badge tone={assignmentTone(status)}>{statusInWords(status)}</Badge>
          {needs.map((need) => (
            <Badge key={need}>{need}</Badge>
          ))}
        </span>
      </span>
      {onEdit && mayChange ? (
        <IconButton
          label={SIGNATURES.edit(name)}
          onClick={() => onEdit({ kind: 'assignment', row: assignment, name })}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      ) : null}
      {onUnassign && status === 'assigned' ? (
        <IconButton label={SIGNATURES.unassign(name)} onClick={() => onUnassign(signature)}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}

interface GroupLineProps {
  group: GroupSignatures;
  onEdit: SignatureLineProps['onEdit'];
  onUnassign: ((group: GroupSignatures) => void) | null;
}

function GroupLine({ group, onEdit, onUnassign }: GroupLineProps) {
  const { dynamicAssignment, name, members, signatures } = group;
  const isOut = signatures.some(({ assignment }) => wentOut(assignment.status));
  return (
    <li>
      <div className={rows.row}>
        <span className={rows.words}>
          <span dir="auto">{name}</span>
          <span className={rows.facts}>{SIGNATURES.group(members)}</span>
          {dynamicAssignment.header === null || dynamicAssignment.header === '' ? null : (
            <span className={rows.facts} dir="auto">
              {dynamicAssignment.header}
            </span>
          )}
        </span>
        {onEdit && !isOut ? (
          <IconButton
            label={SIGNATURES.editCaption(name)}
            onClick={() => onEdit({ kind: 'group', row: dynamicAssignment, name })}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
        ) : null}
        {onUnassign && !isOut ? (
          <IconButton label={SIGNATURES.unassign(name)} onClick={() => onUnassign(group)}>
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {signatures.length > 0 ? (
        <ul className={styles.members}>
          {signatures.map((signature) => (
            // A member's signature is removed with the group's.
            <SignatureLine
              key={signature.assignment.uuid}
              signature={signature}
              onEdit={onEdit}
              onUnassign={null}
            />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
