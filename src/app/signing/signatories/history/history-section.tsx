import { useState } from 'react';
import History from 'lucide-react/icons/history';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { fieldLabel } from '../../../sync-status/rejected/conflict-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelSection } from '../panel/panel-section.tsx';
import { actInWords, HISTORY } from './history-copy.ts';
import { useAuditLog } from './use-audit-log.ts';
import styles from './history.module.css';

/** A signatory's history. It is on the server, so it loads only when the user asks for it. */
export function HistorySection({ signatory }: { signatory: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <PanelSection title={HISTORY.title}>
      {isShown ? (
        <Acts signatory={signatory} />
      ) : (
        <Button
          className={styles.action}
          icon={<History aria-hidden="true" />}
          onClick={() => setShown(true)}
        >
          {HISTORY.show}
        </Button>
      )}
    </PanelSection>
  );
}

function Acts({ signatory }: { signatory: string }) {
  const { answer, again } = useAuditLog(signatory);
  if (answer === null) return <p className={styles.facts}>{HISTORY.loading}</p>;
  if (answer.outcome !== 'done')
    return (
      <>
        <p className={styles.facts} role="alert">
          {answer.outcome === 'unreachable' ? HISTORY.offline : answer.message}
        </p>
        <Button className={styles.action} onClick={again}>
          {HISTORY.tryAgain}
        </Button>
      </>
    );
  if (answer.acts.length === 0) return <p className={styles.facts}>{HISTORY.none}</p>;
  return (
    <ol className={styles.acts}>
      {answer.acts.map((act, at) => (
        // Keyed by index, because the list is read only once and two acts can be identical.
        <li key={at} className={styles.act}>
          <span>
            <bdi>{act.actor?.name ?? HISTORY.server}</bdi> {actInWords(act, fieldLabel)}
          </span>
          <time className={styles.facts} dateTime={act.at}>
            {formatDateTime(act.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
