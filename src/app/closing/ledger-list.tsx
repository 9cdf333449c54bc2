import { formatFullDateTime } from '../lib/format/dates.ts';
import { Callout } from '../ui/status/callout.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { signingSubjects } from '../../db/queries/signing/signing-subjects.ts';
import { useMirror } from '../session/mirror-context.ts';
import { LEDGER } from './closing-copy.ts';
import { ledgerInWords, ledgerSignatures, signaturesInWords } from './ledger-words.ts';
import { useLedger } from './use-ledger.ts';
import styles from './closing.module.css';

/** A deal's ledger, latest entry first, and whether its chain is whole. */
export function LedgerList({ transaction, state }: { transaction: string; state: string }) {
  const db = useMirror();
  const ledger = useLedger(transaction, state);
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
    <section className={styles.side} aria-labelledby="closing-ledger">
      <h2 id="closing-ledger">{LEDGER.title}</h2>
      {ledger === null ? null : ledger.outcome !== 'done' ? (
        <p className={styles.facts}>{ledger.outcome === 'unreachable' ? LEDGER.offline : ledger.message}</p>
      ) : ledger.lines.length === 0 ? (
        <p className={styles.facts}>{LEDGER.empty}</p>
      ) : (
        <>
          {ledger.broken === null ? (
            <p className={styles.facts}>{LEDGER.intact(ledger.lines.length)}</p>
          ) : (
            <Callout tone="danger">{LEDGER.broken(ledger.broken)}</Callout>
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
