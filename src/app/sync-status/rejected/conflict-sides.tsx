import { useLiveQuery } from 'dexie-react-hooks';
import { editedValues, signatoryNames } from '../../../db/queries/signing/signatories/edited-values.ts';
import { dealPage } from '../../../db/queries/transactions/deals.ts';
import type { Conflict, RejectedRow } from '../../../db/rows.ts';
import { peopleOf } from '../../details/people.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { CONFLICT } from '../sync-dialog-copy.ts';
import { conflictFields, hasOtherFields } from './conflict-fields.ts';
import styles from './conflict-sides.module.css';

/** Both versions of the fields that two people changed, side by side. */
export function ConflictSides({ edit, conflict }: { edit: RejectedRow; conflict: Conflict }) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, edit.lane), [db, edit.lane]);
  const people = page?.deal ? peopleOf(page.deal) : undefined;
  const valueLabels = useLiveQuery(() => editedValues(db, edit.args), [db, edit.args]);
  const signatories = useLiveQuery(() => signatoryNames(db, edit.lane), [db, edit.lane]);
  const fields = conflictFields(edit, conflict, people, valueLabels, signatories);
  const them = conflict.changedBy ?? CONFLICT.someoneElse;
  return (
    <>
      <div className={styles.sides}>
        <Side who={CONFLICT.you} at={edit.madeAt} values={fields.map(({ label, mine }) => [label, mine])} />
        <Side
          who={them}
          at={conflict.changedAt}
          values={fields.map(({ label, theirs }) => [label, theirs])}
        />
      </div>
      {hasOtherFields(edit, conflict) ? <p className={styles.more}>{CONFLICT.restIsSent}</p> : null}
    </>
  );
}

interface SideProps {
  who: string;
  /** ISO; null = unknown. */
  at: string | null;
  values: (readonly [label: string, value: string])[];
}

function Side({ who, at, values }: SideProps) {
  return (
    <div role="group" className={styles.side} aria-label={who}>
      <p className={styles.who}>
        {at === null ? (
          CONFLICT.changedItMeanwhile(who)
        ) : (
          <>
            {CONFLICT.changedItAt(who)} <time dateTime={at}>{formatDateTime(at)}</time> {CONFLICT.to}
          </>
        )}
      </p>
      <dl>
        {values.map(([label, value], index) => (
          <div key={index} className={styles.value}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
