import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import Copy from 'lucide-react/icons/copy';
import FileText from 'lucide-react/icons/file-text';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type { Group, GroupDocument, SigningGroups } from '../../../db/queries/signing/signatories/groups.ts';
import { isUnsynced } from '../../../db/queries/signing/signatories/is-unsynced.ts';
import { useFeature } from '../../lib/account/use-feature.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DraftField } from '../../ui/form/draft-field.tsx';
import type { Pick } from '../../ui/form/pick-list.tsx';
import { ChangeNotes } from './change-notes.tsx';
import { DOCUMENTS, GROUPS, MEMBERS, PICKING } from './groups-copy.ts';
import { isSameName } from './leave-changes.ts';
import { MemberLine } from './member-line.tsx';
import { PickSeveralDialog } from './pick-several-dialog.tsx';
import { newMembers, type GroupActs } from './use-group-acts.ts';
import { useGroupDrop, type MemberDrop } from './use-member-drag.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './group-card.module.css';

const NAME_MAX = 200;

interface GroupCardProps {
  group: Group;
  read: SigningGroups;
  /** The documents of the checklist, to pick from. */
  documents: readonly Pick[];
  /** Where a dragged member would land in this group. */
  drop: MemberDrop | null;
  acts: GroupActs;
}

export function GroupCard({ group, read, documents, drop, acts }: GroupCardProps) {
  const { row, members } = group;
  const mayEdit = useMayEdit();
  const card = useRef<HTMLElement>(null);
  useGroupDrop(card, row.uuid);
  const others = read.groups.filter((other) => other !== group);
  const problemOf = (text: string) => {
    const twin = others.find((other) => isSameName(other.row.name, text));
    return twin ? GROUPS.taken(twin.row.name) : null;
  };
  return (
    <section
      ref={card}
      className={classNames(styles.card, drop?.member === null && styles.target)}
      aria-label={row.name}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>
          {mayEdit ? (
            <DraftField
              label={GROUPS.nameOf(row.name)}
              hiddenLabel
              value={row.name}
              maxLength={NAME_MAX}
              problem={problemOf}
              onCommit={(name) => acts.rename(group, name)}
            />
          ) : (
            row.name
          )}
        </h2>
        <span className={styles.count}>{GROUPS.members(members.length)}</span>
        {mayEdit ? (
          <span className={styles.actions}>
            <IconButton label={GROUPS.copy(row.name)} onClick={() => acts.copy(group)}>
              <Copy aria-hidden="true" />
            </IconButton>
            <IconButton label={GROUPS.delete(row.name)} onClick={() => acts.delete(group)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </span>
        ) : null}
      </header>
      <div className={styles.halves}>
        <Members group={group} read={read} others={others} drop={drop} acts={acts} />
        <Documents group={group} read={read} documents={documents} acts={acts} />
      </div>
    </section>
  );
}

interface MembersProps extends Omit<GroupCardProps, 'documents'> {
  /** The deal's other groups. */
  others: readonly Group[];
}

function Members({ group, read, others, drop, acts }: MembersProps) {
  const { row, members } = group;
  const mayEdit = useMayEdit();
  const follows = useFeature('BACKEND_SIGNING_GROUP_LOGIC');
  const [picking, setPicking] = useState(false);
  const isIn = new Set(members.map(({ signatory }) => signatory.uuid));
  const options = read.signatories.flatMap(({ uuid, fullName, email }): Pick[] =>
    isIn.has(uuid) ? [] : [{ id: uuid, text: fullName, ...(email !== '' && { hint: email }) }],
  );
  return (
    <div className={styles.half}>
      <h3 className={styles.heading}>{MEMBERS.title}</h3>
      {members.length === 0 ? <p className={styles.none}>{MEMBERS.none}</p> : null}
      <ol aria-label={MEMBERS.label(row.name)}>
        {members.map((member, index) => (
          <MemberLine
            key={member.row.uuid}
            group={group}
            member={member}
            index={index}
            capacities={read.capacities}
            others={others}
            side={drop?.member === member.row.uuid ? drop.side : null}
            acts={acts}
          />
        ))}
      </ol>
      {mayEdit && read.signatories.length > 0 ? (
        <Button look="quiet" icon={<Plus aria-hidden="true" />} onClick={() => setPicking(true)}>
          {MEMBERS.add}
        </Button>
      ) : null}
      {mayEdit && read.signatories.length === 0 ? (
        <p className={styles.none}>
          {MEMBERS.noSignatories}{' '}
          <Link to={`/transaction/${row.transaction}/signatories`}>{MEMBERS.toSignatories}</Link>
        </p>
      ) : null}
      {picking ? (
        <PickSeveralDialog
          title={PICKING.membersTitle(row.name)}
          label={PICKING.membersLabel}
          placeholder={PICKING.membersPlaceholder}
          options={options}
          none={PICKING.allIn}
          renderPreview={(ids) => (
            <ChangeNotes
              read={read}
              change={{ group, joining: newMembers(read, ids) }}
              later={follows ? undefined : row.name}
            />
          )}
          confirm={PICKING.addMembers}
          onPick={(ids) => acts.addMembers(group, ids)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}

function Documents({ group, read, documents, acts }: Omit<GroupCardProps, 'drop'>) {
  const { row } = group;
  const mayEdit = useMayEdit();
  const follows = useFeature('BACKEND_SIGNING_GROUP_LOGIC');
  const [picking, setPicking] = useState(false);
  const signed = new Set(group.documents.map((document) => document.row.item));
  const place = new Map(documents.map(({ id }, at) => [id, at]));
  const placeOf = (document: GroupDocument) => place.get(document.row.item) ?? Infinity;
  const inOrder = group.documents.toSorted((one, other) => placeOf(one) - placeOf(other));
  return (
    <div className={styles.half}>
      <h3 className={styles.heading}>{DOCUMENTS.title}</h3>
      {group.documents.length === 0 ? <p className={styles.none}>{DOCUMENTS.none}</p> : null}
      <ul aria-label={DOCUMENTS.label(row.name)}>
        {inOrder.map((document) => (
          <li key={document.row.uuid} className={styles.document}>
            <FileText aria-hidden="true" />
            <span className={styles.words}>
              <span className={styles.name}>{document.name}</span>
              <span className={styles.state}>
                {stateOf(document, { members: group.members.length, follows })}
              </span>
            </span>
            {mayEdit ? (
              <IconButton
                label={DOCUMENTS.remove(document.name)}
                onClick={() => acts.removeDocument(group, document)}
              >
                <X aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayEdit && documents.length > 0 ? (
        <Button look="quiet" icon={<Plus aria-hidden="true" />} onClick={() => setPicking(true)}>
          {DOCUMENTS.add}
        </Button>
      ) : null}
      {mayEdit && documents.length === 0 ? (
        <p className={styles.none}>
          {DOCUMENTS.noItems}{' '}
          <Link to={`/transaction/${row.transaction}/checklist`}>{DOCUMENTS.toChecklist}</Link>
        </p>
      ) : null}
      {picking ? (
        <PickSeveralDialog
          title={PICKING.documentsTitle(row.name)}
          label={PICKING.documentsLabel}
          placeholder={PICKING.documentsPlaceholder}
          options={documents.filter(({ id }) => !signed.has(id))}
          none={PICKING.allSigned}
          renderPreview={(items) => <ChangeNotes read={read} change={{ group, items }} />}
          confirm={PICKING.addDocuments}
          onPick={(ids) => acts.addDocuments(group, ids)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </div>
  );
}

/**
 * Returns how many pages the group has for a document, and how many were sent.
 * @param follows whether the server adds pages for members who join
 */
function stateOf(
  { row, assignments }: GroupDocument,
  { members, follows }: { members: number; follows: boolean },
): string {
  const sent = assignments.filter(({ status }) => wentOut(status)).length;
  if (sent > 0) return DOCUMENTS.sent(sent, assignments.length);
  if (assignments.length > 0) return DOCUMENTS.pages(assignments.length);
  if (members === 0) return DOCUMENTS.noMembers;
  return follows || isUnsynced(row) ? DOCUMENTS.waiting : DOCUMENTS.waitingForNext;
}
