import type { TransactionRow } from '../../../db/rows.ts';
import hidden from '../../ui/visually-hidden.module.css';
import styles from './participants.module.css';

const SHOWN = 3;

/** The initials of the first few participants, and how many more there are. Screen readers read all names. */
export function Participants({ participants }: { participants: TransactionRow['participants'] }) {
  if (participants.length === 0) return <span className={styles.nobody}>–</span>;
  const names = participants.map((person) => person.fullName).join(', ');
  return (
    <span className={styles.people} title={names}>
      <span className={hidden.hidden}>{names}</span>
      {participants.slice(0, SHOWN).map((person) => (
        <span key={person.uuid} className={styles.initials} aria-hidden="true">
          {initials(person.fullName)}
        </span>
      ))}
      {participants.length > SHOWN ? (
        <span className={styles.more} aria-hidden="true">
          +{participants.length - SHOWN}
        </span>
      ) : null}
    </span>
  );
}

function initials(fullName: string): string {
  const words = fullName.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase() ?? '')
    .join('');
}
