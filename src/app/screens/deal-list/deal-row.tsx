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
import { DealMenu } from './deal-menu.tsx';
import type { DealAct } from './deal-menu-popover.tsx';
import { walkRows } from './focus-row.ts';
import { Participants } from './participants.tsx';
import { useToday } from '../../lib/device/use-today.ts';
import styles from './deal-table.module.css';

// Apart: few people see it first, and everybody waits for the list.
const OfflineMark = lazyComponent(() => import('./kept-mark.tsx').then((module) => module.OfflineMark));

interface DealRowProps {
  deal: TransactionRow;
  step: DealStep | undefined;
  /** How far it is on this device; undefined = it is not kept there. */
  kept: OfflineProgress | undefined;
  rights: DealRights;
  /** Whether it needs the user's attention. */
  needsAttention: boolean;
  /** Why it does; undefined = it does not, or that is not known yet. */
  attention: string | undefined;
  onAct: (deal: TransactionRow, act: DealAct) => void;
}

/** A deal among others. On a narrow screen it is a card: what has no column there says itself what it is. */
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
        {deal.isSample ? <Badge>Sample</Badge> : null}{' '}
        {needsAttention ? <AttentionMark words={attention} /> : null}
      </td>
      <Fact empty={deal.clientName === ''}>{deal.clientName}</Fact>
      <Fact empty={deal.matterNumber === ''} label="Matter">
        {deal.matterNumber}
      </Fact>
      <td className={styles.closing}>
        <Closing date={deal.closingDate} />
      </td>
      <Fact empty={totalSignatures === 0} label="Signatures" number>
        <span aria-hidden="true">
          {numExecutedSignatures}/{totalSignatures}
        </span>
        <span className={hidden.hidden}>
          {numExecutedSignatures} of {totalSignatures} executed
        </span>
      </Fact>
      <Fact empty={restricted} label="Documents" number>
        {numDocuments}
      </Fact>
      <td className={styles.people}>
        {restricted ? 'Ask to be made a participant' : <Participants participants={deal.participants} />}
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

/** The rights are made anew for each showing of the list. */
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
  if (date === null) return <span className={styles.open}>No date yet</span>;
  return (
    <>
      <time dateTime={date}>{formatDate(date)}</time>{' '}
      <span className={styles.days}>{daysUntil(date, now)}</span>
    </>
  );
}
