import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { mergeSignatories } from '../../../db/commands/signing/signatories/merge-signatories.ts';
import { mergeQuestion, type MergeQuestion } from '../../../db/queries/signing/signatories/merge-question.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { MERGE } from './merge-copy.ts';
import styles from './merge-note.module.css';

interface MergeNoteProps {
  transaction: string;
  /** The entries for one person, at least two. The first one stays, if it can. */
  people: readonly { readonly uuid: string; readonly fullName: string; readonly email: string }[];
  /** What to know about them. */
  lead: string;
  /** The message once they are merged. */
  done: (name: string) => string;
  onMerged: (kept: string) => void;
  children?: ReactNode;
}

/** Says that one person is listed several times, and offers to merge the entries, or says why they can't be merged. */
export function MergeNote({ transaction, people, lead, done, onMerged, children }: MergeNoteProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const uuids = people.map(({ uuid }) => uuid).join(' ');
  const question = useLiveQuery(
    () => mergeQuestion(db, transaction, uuids.split(' ')),
    [db, transaction, uuids],
  );
  if (!question) return null;
  const merge = () => {
    if (question.kind !== 'possible') return;
    const { kept, duplicates } = question;
    const name = people.find(({ uuid }) => uuid === kept)?.fullName ?? '';
    act(MERGE.act(name), mergeSignatories(db, { transaction, kept, duplicates }), done(name));
    onMerged(kept);
  };
  return (
    <div className={styles.note}>
      <p>
        {lead} {inWords(question)} {children}
      </p>
      {question.kind === 'possible' ? <Button onClick={merge}>{MERGE.merge}</Button> : null}
    </div>
  );
}

function inWords(question: MergeQuestion): string {
  switch (question.kind) {
    case 'possible':
      return MERGE.possible;
    case 'sent':
      return MERGE.sent;
    case 'in_group':
      return MERGE.inGroup(question.group);
    case 'same_capacity':
      return MERGE.sameCapacity(question.entity, question.title);
  }
}
