import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { CollatedDocument } from '../../db/queries/closing/closing-board.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Badge } from '../ui/status/badge.tsx';
import { ProgressBar } from '../ui/status/progress-bar.tsx';
import { executedPath } from '../viewer/viewer-place.ts';
import { COLLATED } from './closing-copy.ts';
import styles from './closing.module.css';

interface CollatedDocumentsProps {
  transaction: string;
  documents: readonly CollatedDocument[];
  /** Whether the user may cancel and try again. */
  leads: boolean;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isBlocked: boolean;
  retry: (items: string[]) => void;
  cancel: (items: string[]) => void;
}

/** The progress of the executed documents. Those that need attention come first. */
export function CollatedDocuments({
  transaction,
  documents,
  leads,
  isBlocked,
  retry,
  cancel,
}: CollatedDocumentsProps) {
  const [canceling, setCanceling] = useState<string[] | null>(null);
  const done = documents.filter(({ state }) => state === 'done');
  const running = documents.filter(({ state }) => state === 'running').map(({ item }) => item);
  const stopped = documents
    .filter(({ state }) => state !== 'done' && state !== 'running')
    .map(({ item }) => item);
  return (
    <section className={styles.card} aria-labelledby="closing-collated">
      <header className={styles.head}>
        <div>
          <h2 id="closing-collated">{COLLATED.title}</h2>
          <p className={styles.facts}>{COLLATED.intro}</p>
        </div>
        {leads ? (
          <div className={styles.acts}>
            {stopped.length > 1 ? (
              <Button disabled={isBlocked} onClick={() => retry(stopped)}>
                {COLLATED.retryAll(stopped.length)}
              </Button>
            ) : null}
            {running.length > 1 ? (
              <Button disabled={isBlocked} onClick={() => setCanceling(running)}>
                {COLLATED.cancelAll}
              </Button>
            ) : null}
          </div>
        ) : null}
      </header>
      <div className={styles.progress}>
        <span role="status">{COLLATED.created(done.length, documents.length)}</span>
        <ProgressBar
          label={COLLATED.progress}
          value={done.length}
          max={documents.length}
          {...(done.length === documents.length && { tone: 'success' as const })}
        />
      </div>
      {done.length < documents.length ? (
        <ul className={styles.pages}>
          {documents
            .filter(({ state }) => state !== 'done')
            .map((document) => (
              <li key={document.item}>
                <Unfinished document={document} />
                {leads ? (
                  <Button
                    disabled={isBlocked}
                    aria-label={
                      document.state === 'running'
                        ? COLLATED.cancelOne(document.name)
                        : COLLATED.retryOne(document.name)
                    }
                    onClick={() =>
                      document.state === 'running' ? setCanceling([document.item]) : retry([document.item])
                    }
                  >
                    {document.state === 'running' ? COLLATED.cancel : COLLATED.retry}
                  </Button>
                ) : null}
              </li>
            ))}
        </ul>
      ) : null}
      {done.length > 0 ? (
        <details className={styles.documents}>
          <summary>{COLLATED.doneList(done.length)}</summary>
          <ul className={styles.pages}>
            {done.map(({ item, name }) => (
              <li key={item}>
                <Link
                  to={executedPath(transaction, item)}
                  className={styles.party}
                  aria-label={COLLATED.open(name)}
                >
                  {name}
                </Link>
                <Badge tone="success">{COLLATED.done}</Badge>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {canceling === null ? null : (
        <ConfirmDialog
          title={COLLATED.cancelTitle}
          confirm={COLLATED.cancelConfirm}
          onConfirm={() => cancel(canceling)}
          onClose={() => setCanceling(null)}
        >
          {COLLATED.cancelLead}
        </ConfirmDialog>
      )}
    </section>
  );
}

/** A document without an executed document yet: when its creation started, or why it failed. */
function Unfinished({ document: { name, state, since } }: { document: CollatedDocument }) {
  if (state === 'done') return null;
  return (
    <div className={styles.unfinished}>
      <div className={styles.title}>
        <span>{name}</span>
        <Badge tone={state === 'running' ? 'info' : state === 'canceled' ? 'plain' : 'warning'}>
          {state === 'running'
            ? COLLATED.running
            : state === 'canceled'
              ? COLLATED.canceled
              : COLLATED.failed}
        </Badge>
      </div>
      <span className={styles.facts}>
        {state === 'running' ? COLLATED.since(formatDateTime(since)) : COLLATED.problems[state]}
      </span>
    </div>
  );
}
