import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { dealSteps, type DealStep } from '../../../db/queries/last-in-step.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { daysUntil, formatDate } from '../../parts/dates.ts';
import { useStepWords } from '../../parts/use-step-words.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { Participants } from './participants.tsx';
import styles from './deal-table.module.css';

/** Narrow screens drop columns from the right; what they held then stands under the name. */
export function DealTable({ deals }: { deals: readonly TransactionRow[] }) {
  const db = useMirror();
  const uuids = deals.map((deal) => deal.uuid);
  const steps = useLiveQuery(() => dealSteps(db, uuids), [db, uuids.join()]);
  return (
    <table className={styles.table} aria-label="Transactions">
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          <th scope="col" className={styles.client}>
            Client
          </th>
          <th scope="col" className={styles.matter}>
            Matter no.
          </th>
          <th scope="col" className={styles.closing}>
            Closing
          </th>
          <th scope="col" className={styles.count}>
            Documents
          </th>
          <th scope="col" className={styles.people}>
            Participants
          </th>
        </tr>
      </thead>
      <tbody>
        {deals.map((deal) => (
          <DealRow key={deal.uuid} deal={deal} step={steps?.get(deal.uuid)} />
        ))}
      </tbody>
    </table>
  );
}

function DealRow({ deal, step }: { deal: TransactionRow; step: DealStep | undefined }) {
  const under = [deal.clientName, deal.matterNumber].filter(Boolean).join(' · ');
  return (
    <tr className={styles.row}>
      <td>
        <Link to={`/transaction/${deal.uuid}/checklist`} className={styles.name}>
          {deal.name}
        </Link>{' '}
        {deal.isSample ? <span className={styles.sample}>Sample</span> : null}
        {under ? <p className={styles.under}>{under}</p> : null}
        <p className={styles.underClosing}>
          <Closing date={deal.closingDate} />
        </p>
        <Step step={step} />
      </td>
      <td className={styles.client}>{deal.clientName || <Nothing />}</td>
      <td className={styles.matter}>{deal.matterNumber || <Nothing />}</td>
      <td className={styles.closing}>
        <Closing date={deal.closingDate} />
      </td>
      <td className={styles.count}>{deal.numDocuments}</td>
      <td className={styles.people}>
        <Participants participants={deal.participants} />
      </td>
    </tr>
  );
}

function Step({ step }: { step: DealStep | undefined }) {
  const words = useStepWords(step);
  return words === null ? null : <p className={styles.step}>{words}</p>;
}

function Closing({ date }: { date: string | null }) {
  const [now] = useState(() => new Date());
  if (date === null) return <span className={styles.open}>No date yet</span>;
  return (
    <>
      <time dateTime={date}>{formatDate(date)}</time>{' '}
      <span className={styles.days}>{daysUntil(date, now)}</span>
    </>
  );
}

function Nothing() {
  return <span className={styles.open}>–</span>;
}
