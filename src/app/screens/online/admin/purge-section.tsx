import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { approvePurge, withdrawPurge } from '../../../../db/commands/account/online-calls.ts';
import { purgesAnswer } from '../../../../db/queries/account/answers.ts';
import { allDeals } from '../../../../db/queries/transactions/deals.ts';
import type { Purge } from '../../../../contract/entities/transactions/purge.ts';
import type { Camelized } from '../../../../db/codec.ts';
import type { OrganizationRow, TransactionRow } from '../../../../db/rows.ts';
import { createFormDrafts, useDraftState } from '../../../lib/form/form-drafts.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import styles from '../account/account.module.css';
import { PURGE } from './admin-copy.ts';
import { describeDeal, matchesSearch } from './own-deals.ts';

/** The most transactions to show. */
const SHOWN = 100;

/** The selected transactions. */
const drafts = createFormDrafts<ReadonlySet<string>>();

/** Approves purges, and shows the progress of each (docs/product/transactions.md, "Deleting and purging"). */
export function PurgeSection({ organization: { uuid, hasActiveDrp } }: { organization: OrganizationRow }) {
  const db = useMirror();
  const deals = useLiveQuery(() => allDeals(db), [db])?.deals ?? [];
  const purges = useLiveQuery(() => purgesAnswer(db), [db])?.body ?? [];
  useAnswer(
    'purges',
    purges.some((purge) => purge.problem === null),
  );
  const { pending, problem, runCommand } = useOnlineCall();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useDraftState<ReadonlySet<string>>(drafts, uuid, new Set());
  const [asking, setAsking] = useState(false);
  const own = deals
    .filter((deal) => deal.organization === uuid && matchesSearch(deal, text))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const approved = own.filter(({ expiredAt }) => expiredAt !== null);
  const open = own.filter(({ expiredAt }) => expiredAt === null);
  // Another admin may have approved some of them in the meantime.
  const selected = deals.filter(({ uuid, expiredAt }) => chosen.has(uuid) && expiredAt === null);
  const choose = (uuid: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(uuid);
    else next.delete(uuid);
    setChosen(next);
  };
  const approve = async () => {
    if (await runCommand(approvePurge(selected.map(({ uuid }) => uuid)))) setChosen(new Set());
  };
  return (
    <Section title={PURGE.title} hint={PURGE.hint}>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {hasActiveDrp ? <Callout>{PURGE.policy}</Callout> : null}
      <FormField
        label={PURGE.find}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ul className={styles.lines} aria-label={PURGE.candidates}>
        {open.slice(0, SHOWN).map((deal) => (
          <li key={deal.uuid} className={styles.line}>
            <CheckboxField
              checked={chosen.has(deal.uuid)}
              disabled={pending}
              onChange={({ currentTarget: { checked } }) => choose(deal.uuid, checked)}
            >
              {describeDeal(deal)}
            </CheckboxField>
          </li>
        ))}
      </ul>
      {open.length > SHOWN ? <p className={styles.facts}>{PURGE.more(open.length - SHOWN)}</p> : null}
      <div className={styles.submit}>
        <Button
          look="danger"
          aria-haspopup="dialog"
          disabled={selected.length === 0}
          aria-disabled={pending}
          onClick={() => setAsking(true)}
        >
          {PURGE.approve}
        </Button>
      </div>
      <ul className={styles.lines} aria-label={PURGE.approved}>
        {approved.slice(0, SHOWN).map((deal) => (
          <PurgedLine
            key={deal.uuid}
            deal={deal}
            purge={purges.find(({ transaction }) => transaction === deal.uuid)}
            disabled={pending}
            onAgain={() => startCommand(runCommand(approvePurge([deal.uuid])))}
            onWithdraw={() => startCommand(runCommand(withdrawPurge([deal.uuid])))}
          />
        ))}
      </ul>
      {asking ? (
        <ConfirmDialog
          title={PURGE.question(selected.length)}
          confirm={PURGE.confirm}
          onConfirm={() => startCommand(approve())}
          onClose={() => setAsking(false)}
        >
          <p>{PURGE.consequence(selected.map((deal) => `“${describeDeal(deal)}”`).join(', '))}</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

interface PurgedLineProps {
  deal: TransactionRow;
  /** Undefined if the purge is finished, or not loaded yet. */
  purge: Camelized<Purge> | undefined;
  disabled: boolean;
  onAgain: () => void;
  onWithdraw: () => void;
}

/** A transaction whose purge was approved: its progress, its problem, and what to do. */
function PurgedLine({ deal, purge, disabled, onAgain, onWithdraw }: PurgedLineProps) {
  const { expiredAt, archivedFilesUrl } = deal;
  const described = describeDeal(deal);
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.first}>{described}</p>
        <p className={styles.facts}>
          {PURGE.approvedAt} <time dateTime={expiredAt ?? ''}>{formatDateTime(expiredAt ?? '')}</time>
        </p>
        {purge?.problem ? (
          <StatusLabel shape="failed">{PURGE.problem(purge.problem, purge.document?.name)}</StatusLabel>
        ) : null}
      </div>
      {archivedFilesUrl === null ? null : (
        <a href={archivedFilesUrl} aria-label={PURGE.downloadOf(described)}>
          {PURGE.download}
        </a>
      )}
      {purge?.problem ? (
        <Button aria-label={PURGE.tryAgainFor(described)} aria-disabled={disabled} onClick={onAgain}>
          {PURGE.tryAgain}
        </Button>
      ) : null}
      {purge?.archivedAt === null ? (
        <Button aria-label={PURGE.withdrawFor(described)} aria-disabled={disabled} onClick={onWithdraw}>
          {PURGE.withdraw}
        </Button>
      ) : null}
    </li>
  );
}
