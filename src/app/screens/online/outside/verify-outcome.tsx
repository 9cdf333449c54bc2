import type { FileVerdict } from '../../../../contract/rules/evidence/check-file.ts';
import { Callout } from '../../../ui/status/callout.tsx';
import { timestampInWords, verdictInWords, VERIFY } from './verify-copy.ts';
import styles from './verify-screen.module.css';

/** The result of checking a file. */
export type Outcome =
  | { name: string; message: string }
  | { name: string; verdict: FileVerdict; keptAt: Date | null };

/** Shows whether a file has a seal and, if so, who sealed it. */
export function OutcomeView({ outcome }: { outcome: Outcome }) {
  if ('message' in outcome) return <Callout>{outcome.message}</Callout>;
  const { verdict, keptAt } = outcome;
  return (
    <>
      <Callout tone={verdict.is === 'unchanged' ? 'info' : 'danger'}>
        {verdictInWords(verdict, keptAt)}
      </Callout>
      <p className={styles.file}>{outcome.name}</p>
      {keptAt ? <p>{VERIFY.withoutNetwork(keptAt)}</p> : null}
      {'seal' in verdict ? (
        <dl className={styles.facts}>
          <dt>{VERIFY.sealedBy}</dt>
          <dd>{verdict.seal.by}</dd>
          <dt>{VERIFY.timestamp}</dt>
          <dd>{timestampInWords(verdict.seal.timestamp)}</dd>
          <dt>{VERIFY.fingerprint}</dt>
          <dd className={styles.fingerprint}>{verdict.seal.fingerprint}</dd>
        </dl>
      ) : null}
    </>
  );
}
