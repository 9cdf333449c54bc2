import { Link } from 'react-router-dom';
import type { Covered } from '../../db/queries/closing/closing-board.ts';
import { statusInWords } from '../../contract/rules/signing/assignments/status-in-words.ts';
import { assignmentTone } from '../signing/signing-status-copy.ts';
import { Callout } from '../ui/status/callout.tsx';
import { Badge } from '../ui/status/badge.tsx';
import { ProgressBar } from '../ui/status/progress-bar.tsx';
import { CLOSING, RELEASE } from './closing-copy.ts';
import styles from './closing.module.css';

/** How many signatures are held, who still has to sign what, and which documents are complete. */
export function CoveredLists({ covered, transaction }: { covered: Covered; transaction: string }) {
  const { documents, incomplete, outstanding, signatures, held } = covered;
  return (
    <>
      <div className={styles.progress}>
        <span>{CLOSING.held(held, signatures)}</span>
        <ProgressBar label={RELEASE.progress} value={held} max={signatures} tone="success" />
      </div>
      <div className={styles.part}>
        <h3>{CLOSING.allOutstanding}</h3>
        {outstanding.length === 0 ? (
          <p className={styles.facts}>{CLOSING.nothingOutstanding}</p>
        ) : (
          <ul className={styles.parties}>
            {outstanding.map(({ signatory, name, pages }) => (
              <li key={signatory}>
                <Link
                  to={`/transaction/${transaction}/signatories?signatory=${signatory}`}
                  className={styles.party}
                >
                  {name}
                </Link>
                <ul className={styles.pages}>
                  {pages.map(({ uuid, document, status, isOfEarlierVersion }) => (
                    <li key={uuid}>
                      <span>{document}</span>
                      <Badge tone={assignmentTone(status)}>{statusInWords(status)}</Badge>
                      {isOfEarlierVersion ? <p className={styles.facts}>{CLOSING.earlierVersion}</p> : null}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </div>
      <IncompleteDocuments documents={incomplete} />
      <details className={styles.documents}>
        <summary>{CLOSING.documents(documents.length)}</summary>
        <ul className={styles.pages}>
          {documents.map(({ item, name, signatures: all, held: own }) => (
            <li key={item}>
              <span>{name}</span>
              <Badge tone={own === all ? 'success' : 'info'}>
                {own === all ? CLOSING.documentReady : CLOSING.documentHeld(own, all)}
              </Badge>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** What is missing from the executed documents. */
export function IncompleteDocuments({ documents }: { documents: Covered['incomplete'] }) {
  return documents.map(({ item, name, unassigned, rejected }) => (
    <Callout key={item} tone="warning">
      {[
        ...(unassigned > 0 ? [CLOSING.unassigned(name, unassigned)] : []),
        ...(rejected.length > 0 ? [CLOSING.rejected(name, rejected)] : []),
      ].join(' ')}
    </Callout>
  ));
}
