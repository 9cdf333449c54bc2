import { useId } from 'react';
import Download from 'lucide-react/icons/download';
import type { LedgerHead } from '../../contract/rules/closing/ledger-head.ts';
import { ledgerInWords, ledgerSignatures } from '../../contract/rules/closing/ledger-words.ts';
import { downloadLedger } from '../../db/commands/closing/release-calls.ts';
import { runCommand as startCommand } from '../lib/commands/run-command.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { formatFullDateTime } from '../lib/format/dates.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/status/callout.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { signingSubjects } from '../../db/queries/signing/signing-subjects.ts';
import { useMirror } from '../session/mirror-context.ts';
import { LEDGER } from './closing-copy.ts';
import { signaturesInWords } from './ledger-words.ts';
import { useLedger } from './use-ledger.ts';
import styles from './closing.module.css';

/** A deal's ledger, latest entry first, and whether its chain is whole. */
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
  /** Without a network. */
  isBlocked: boolean;
}) {
  const db = useMirror();
  const title = useId();
  const ledger = useLedger(transaction, head, state);
  const { pending, problem, runCommand } = useOnlineCall();
  const lines = ledger?.outcome === 'done' ? ledger.lines : [];
  const signed = [...new Set(lines.flatMap(ledgerSignatures))];
  const known = useLiveQuery(
    async () =>
      signingSubjects(
        db,
        transaction,
        signed.map((uuid) => ({ kind: 'assignment', uuid })),
      ),
    [db, transaction, signed.join()],
  );
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
                <Signatures names={signaturesInWords(line, known)} />
                <span className={styles.facts}>
                  {LEDGER.by(line.actor_name ?? LEDGER.server, formatFullDateTime(line.at))}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Whose signatures of what an entry is about. */
function Signatures({ names }: { names: readonly string[] }) {
  return names.length === 0 ? null : <span className={styles.facts}>{names.join(' · ')}</span>;
}
