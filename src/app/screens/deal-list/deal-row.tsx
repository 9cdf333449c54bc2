import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import Check from 'lucide-react/icons/check';
import CloudOff from 'lucide-react/icons/cloud-off';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import type { DealRights } from '../../../db/queries/transactions/deal-rights.ts';
import type { OfflineProgress } from '../../../db/queries/offline/offline-progress.ts';
import type { DealStep } from '../../../db/queries/status/last-synced.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { Badge } from '../../ui/status/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AttentionMark } from '../../transaction/attention-mark.tsx';
import { daysUntil, formatDate } from '../../lib/format/dates.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useSyncedLabel } from '../../sync-status/use-synced-label.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { ROW } from './deal-list-copy.ts';
import { DealMenu } from './deal-menu.tsx';
import type { DealAct } from './deal-menu-popover.tsx';
import { walkRows } from './focus-row.ts';
import { Participants } from './participants.tsx';
import { useToday } from '../../lib/device/use-today.ts';
import styles from './deal-table.module.css';

// A separate chunk: few users need it, and everyone waits for the list.
const OfflineMark = lazyComponent(() => import('./offline-mark.tsx').then((module) => module.OfflineMark));

interface DealRowProps {
  deal: TransactionRow;
  step: DealStep | undefined;
  /** The progress of its offline copy; undefined if it has none. */
  kept: OfflineProgress | undefined;
  rights: DealRights;
  needsAttention: boolean;
  /** Why it needs attention; undefined if it does not, or if the reason is still loading. */
  attention: string | undefined;
  onAct: (deal: TransactionRow, act: DealAct) => void;
}

/** A row of the list. On a narrow screen it is a card, where each value has a label because there are no columns. */
export const DealRow = memo(function DealRow({
  deal,
  step,
  kept,
  rights,
  needsAttention,
  attention,
  onAct,
}: DealRowProps) {
  const { uuid, totalSignatures, numExecutedSignatures, numDocuments, restricted } = deal;
  return (
    <tr className={classNames(styles.row, restricted && styles.restricted)}>
      <td className={styles.what}>
        <Link
          to={`/transaction/${uuid}/checklist`}
          className={styles.name}
          data-deal={uuid}
          onKeyDown={walkRows}
        >
          {deal.name}
        </Link>{' '}
        {deal.isSample ? <Badge>{ROW.sample}</Badge> : null}{' '}
        {needsAttention ? <AttentionMark reasons={attention} /> : null}
      </td>
      <Fact empty={deal.clientName === ''}>{deal.clientName}</Fact>
      <Fact empty={deal.matterNumber === ''} label={ROW.matter}>
        {deal.matterNumber}
      </Fact>
      <td className={styles.closing}>
        <Closing date={deal.closingDate} />
      </td>
      <Fact empty={totalSignatures === 0} label={ROW.signatures} number>
        <span aria-hidden="true">
          {numExecutedSignatures}/{totalSignatures}
        </span>
        <span className={hidden.hidden}>{ROW.executed(numExecutedSignatures, totalSignatures)}</span>
      </Fact>
      <Fact empty={restricted} label={ROW.documents} number>
        {numDocuments}
      </Fact>
      <td className={styles.people}>
        {restricted ? ROW.restricted : <Participants participants={deal.participants} />}
      </td>
      <td className={styles.step}>
        {restricted ? null : <Step step={step} />}
        {kept ? <OfflineMark standing={kept} className={styles.standing} /> : null}
      </td>
      <td className={styles.menu}>
        {restricted ? null : (
          <DealMenu
            deal={deal}
            rights={rights}
            kept={kept && (kept.automatic ? 'automatic' : 'chosen')}
            onAct={(act) => onAct(deal, act)}
          />
        )}
      </td>
    </tr>
  );
}, isSameRow);

/** Compares rights by value, because each render of the list creates new objects. */
function isSameRow(before: DealRowProps, now: DealRowProps): boolean {
  return (
    before.deal === now.deal &&
    before.onAct === now.onAct &&
    before.needsAttention === now.needsAttention &&
    before.attention === now.attention &&
    asKey(before.step) === asKey(now.step) &&
    asKey(before.kept) === asKey(now.kept) &&
    before.rights.owns === now.rights.owns &&
    before.rights.leaves === now.rights.leaves &&
    before.rights.takesPart === now.rights.takesPart
  );
}

function asKey(facts: DealStep | OfflineProgress | undefined): string {
  return JSON.stringify(facts ?? null);
}

interface FactProps {
  empty: boolean;
  label?: string;
  number?: boolean;
  children: ReactNode;
}

function Fact({ empty, label, number = false, children }: FactProps) {
  return (
    <td className={classNames(styles.fact, number && styles.number, empty && styles.empty)}>
      {empty ? (
        <span aria-hidden="true">–</span>
      ) : (
        <>
          {label === undefined ? null : <span className={styles.label}>{label} </span>}
          {children}
        </>
      )}
    </td>
  );
}

const STEP_ICONS = { never: CloudOff, ahead: CloudUpload, in_step: Check };

function Step({ step }: { step: DealStep | undefined }) {
  const words = useSyncedLabel(step);
  if (!step || words === null) return null;
  const Icon = STEP_ICONS[step.kind];
  return (
    <span className={styles.standing}>
      <Icon aria-hidden="true" />
      <span>{words}</span>
    </span>
  );
}

function Closing({ date }: { date: string | null }) {
  const now = useToday();
  if (date === null) return <span className={styles.open}>{ROW.noClosingDate}</span>;
  return (
    <>
      <time dateTime={date}>{formatDate(date)}</time>{' '}
      <span className={styles.days}>{daysUntil(date, now)}</span>
    </>
  );
}
