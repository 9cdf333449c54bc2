import { useMemo, useState, type FormEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import Plus from 'lucide-react/icons/plus';
import Users from 'lucide-react/icons/users';
import { signingGroupsOf } from '../../../db/queries/signing/signatories/groups.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { checklistRows } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { useAnnouncer } from '../../checklist/use-announcer.tsx';
import { useNumbering } from '../../checklist/use-numbering.ts';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import type { Pick } from '../../ui/form/pick-list.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { GroupCard } from './group-card.tsx';
import { ACTS, GROUPS } from './groups-copy.ts';
import { isSameName } from './leave-changes.ts';
import { LeaveDialog, type Leaving } from './leave-dialog.tsx';
import { useGroupActs } from './use-group-acts.ts';
import { useMemberDrops } from './use-member-drag.ts';
import styles from './groups-screen.module.css';
import { createRow } from '../../../db/commands/collections/standard-commands.ts';

const NAME_MAX = 200;

const drafts = createFormDrafts<string>();

const NO_COLLAPSED: ReadonlySet<string> = new Set();

interface GroupsScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
}

/** The signing groups of a deal: their members, and the documents that each group signs. */
export function GroupsScreen({ deal, snapshot }: GroupsScreenProps) {
  const { uuid: transaction } = deal;
  const db = useMirror();
  const mayEdit = useMayEdit();
  const format = useNumbering(deal);
  const read = useLiveQuery(() => signingGroupsOf(db, transaction), [db, transaction]);
  const documents = useMemo(() => documentsOf(snapshot, format), [snapshot, format]);
  const marked = useMemo(() => markedItems(documents), [documents]);
  const nameOf = (item: string) => documents.find(({ id }) => id === item)?.text ?? '';
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const { announce, region } = useAnnouncer(GROUPS.announcements);
  const acts = useGroupActs(transaction, read, { ask: setLeaving, announce, marked, nameOf });
  const drop = useMemberDrops(acts.drop);
  if (!read) return null;
  const { groups } = read;
  const names = groups.map(({ row }) => row.name);
  return (
    <section className={styles.screen} aria-label={GROUPS.name}>
      <p className={styles.lead}>{GROUPS.intro}</p>
      {mayEdit ? <NewGroup transaction={transaction} taken={names} /> : null}
      {groups.length === 0 ? (
        <EmptyState icon={<Users aria-hidden="true" />} title={GROUPS.noneTitle}>
          {mayEdit ? GROUPS.none : GROUPS.noneViewOnly}
        </EmptyState>
      ) : null}
      {groups.map((group) => (
        <GroupCard
          key={group.row.uuid}
          group={group}
          read={read}
          documents={documents}
          drop={drop?.group === group.row.uuid ? drop : null}
          acts={acts}
        />
      ))}
      {leaving ? <LeaveDialog leaving={leaving} read={read} onClose={() => setLeaving(null)} /> : null}
      {region}
    </section>
  );
}

/** A document of the checklist, to pick. */
interface Document extends Pick {
  /** Whether it is marked to be signed. */
  isMarked: boolean;
}

/** Returns the documents of the checklist in their order. */
function documentsOf(snapshot: ChecklistSnapshot, format: ReturnType<typeof useNumbering>): Document[] {
  return checklistRows(snapshot, { collapsed: NO_COLLAPSED, format }).flatMap(({ entry, number }) => {
    if (entry.item === null) return [];
    const { uuid, forSigning } = entry.item;
    return [{ id: uuid, text: entry.name, ...(number !== '' && { hint: number }), isMarked: forSigning }];
  });
}

function markedItems(documents: readonly Document[]): ReadonlySet<string> {
  return new Set(documents.filter(({ isMarked }) => isMarked).map(({ id }) => id));
}

function NewGroup({ transaction, taken }: { transaction: string; taken: readonly string[] }) {
  const db = useMirror();
  const act = useCarryOutAct();
  const [text, setText] = useDraftState(drafts, transaction, '');
  const name = text.trim();
  const twin = taken.find((other) => isSameName(name, other));
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || twin !== undefined) return;
    act(ACTS.add(name), createRow(db, 'signingGroups', { transaction, uuid: newUuid(), name }));
    setText('');
  };
  return (
    <form className={styles.form} onSubmit={add}>
      <FormField
        label={GROUPS.newGroup}
        className={styles.new}
        value={text}
        maxLength={NAME_MAX}
        autoComplete="off"
        placeholder={GROUPS.newExample}
        problem={twin === undefined ? null : GROUPS.taken(twin)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" look="primary" icon={<Plus aria-hidden="true" />} disabled={name === ''}>
        {GROUPS.add}
      </Button>
    </form>
  );
}
