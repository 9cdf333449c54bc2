import { useId } from 'react';
import Download from 'lucide-react/icons/download';
import type { LedgerLine } from '../../contract/entities/closing/ledger-entry.ts';
import type { LedgerHead } from '../../contract/rules/closing/ledger-head.ts';
import { ledgerDetails } from '../../contract/rules/closing/ledger-details.ts';
import { ledgerInWords } from '../../contract/rules/closing/ledger-words.ts';
import { downloadLedger } from '../../db/commands/closing/release-calls.ts';
import { runCommand as startCommand } from '../lib/commands/run-command.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { formatFullDateTime } from '../lib/format/dates.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/status/callout.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { ledgerNames } from '../../db/queries/closing/ledger-names.ts';
import { useMirror } from '../session/mirror-context.ts';
import { LEDGER } from './closing-copy.ts';
import { useLedger } from './use-ledger.ts';
import styles from './closing.module.css';

const NO_LINES: readonly LedgerLine[] = [];

/** A deal's ledger, latest entry first, and whether its chain is intact. */
export function LedgerList({
  transaction,
  head,
  state,
  isBlocked,
}: {
  transaction: string;
  head: LedgerHead | null;
  /** Changes whenever a release or a signature changes. */
  state: string;
  /** Whether there is no network. */
  isBlocked: boolean;
}) {
  const db = useMirror();
  const title = useId();
  const ledger = useLedger(transaction, head, state);
  const { pending, problem, runCommand } = useOnlineCall();
  const lines = ledger?.outcome === 'done' ? ledger.lines : NO_LINES;
  const names = useLiveQuery(() => ledgerNames(db, transaction, lines), [db, transaction, lines]);
  return (
    <section className={styles.side} aria-labelledby={title}>
      <header className={styles.head}>
        <h2 id={title}>{LEDGER.title}</h2>
        {lines.length > 0 ? (
          <Button
            icon={<Download aria-hidden="true" />}
            disabled={pending || isBlocked}
            onClick={() => startCommand(runCommand(downloadLedger(transaction)))}
          >
            {LEDGER.download}
          </Button>
        ) : null}
      </header>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {ledger === null ? null : ledger.outcome !== 'done' ? (
        <p className={styles.facts}>{ledger.outcome === 'unreachable' ? LEDGER.offline : ledger.message}</p>
      ) : ledger.lines.length === 0 && !ledger.isCut ? (
        <p className={styles.facts}>{LEDGER.empty}</p>
      ) : (
        <>
          {ledger.broken !== null ? (
            <Callout tone="danger">{LEDGER.broken(ledger.broken)}</Callout>
          ) : ledger.isCut ? (
            <Callout tone="danger">{LEDGER.cut}</Callout>
          ) : (
            <p className={styles.facts}>{LEDGER.intact(ledger.lines.length)}</p>
          )}
          <ol reversed className={styles.ledger}>
            {ledger.lines.toReversed().map((line) => (
              <li key={line.seq}>
                <strong>{ledgerInWords(line)}</strong>
                {names ? <Details phrases={ledgerDetails(line, names)} /> : null}
                <span className={styles.facts}>
                  {LEDGER.by(line.seq, line.actor_name ?? LEDGER.server, formatFullDateTime(line.at))}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** What an entry records besides its headline. */
function Details({ phrases }: { phrases: readonly string[] }) {
  if (phrases.length === 0) return null;
  return (
    <ul className={styles.details}>
      {phrases.map((phrase) => (
        <li key={phrase}>{phrase}</li>
      ))}
    </ul>
  );
}
