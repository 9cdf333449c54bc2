import { useState } from 'react';
import { acceptSignatures, rejectSignatures } from '../../../db/commands/signing/packets/packet-calls.ts';
import { matchPage } from '../../../db/commands/signing/packets/paper-calls.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import type { PageToReview } from '../../../db/queries/signing/packets/returned-pages.ts';
import { Button } from '../../ui/button.tsx';
import type { AskedReason } from '../packet-page/reason-dialog.tsx';
import { PagePicture } from './page-picture.tsx';
import { RETURNED, REVIEW, WARNINGS } from './returned-pages-copy.ts';
import styles from './review-list.module.css';

/** How many pages are shown at first, and how many more are added at a time. */
const PAGES_AT_ONCE = 20;

interface ReviewListProps {
  pages: readonly PageToReview[];
  mayEdit: boolean;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isOff: boolean;
  run: (call: OnlineCall) => void;
  onAsk: (asked: AskedReason) => void;
}

/** Matched pages beside the pages that were sent, for the user to accept or reject. */
export function ReviewList({ pages, mayEdit, isOff, run, onAsk }: ReviewListProps) {
  const [shown, setShown] = useState(PAGES_AT_ONCE);
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const seenAndClean = pages.filter(
    ({ row, continuations }) =>
      row.warnings.length === 0 &&
      [row, ...continuations.map((each) => each.row)].every(({ uuid }) => seen.has(uuid)),
  );
  return (
    <section className={styles.section} aria-label={REVIEW.name}>
      <div className={styles.head}>
        <h2 tabIndex={-1} data-review>
          {REVIEW.title(pages.length)}
        </h2>
        {mayEdit && seenAndClean.length > 1 ? (
          <Button disabled={isOff} onClick={() => run(acceptPages(seenAndClean))}>
            {REVIEW.acceptSeen(seenAndClean.length)}
          </Button>
        ) : null}
      </div>
      <ul className={styles.list}>
        {pages.slice(0, shown).map((page) => (
          <Reviewed
            key={page.row.uuid}
            {...{ page, mayEdit, isOff, run, onAsk }}
            onSeen={(uuid) => setSeen((before) => new Set([...before, uuid]))}
          />
        ))}
      </ul>
      {pages.length > shown ? (
        <div>
          <Button onClick={() => setShown(shown + PAGES_AT_ONCE)}>
            {REVIEW.more(Math.min(PAGES_AT_ONCE, pages.length - shown))}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Accepts the signatures on these pages, in the versions that are on the screen. */
function acceptPages(pages: readonly PageToReview[]): OnlineCall {
  return acceptSignatures(
    pages.flatMap(pendingOf),
    pages.flatMap(({ row, continuations }) => [row, ...continuations.map((each) => each.row)]),
  );
}

function pendingOf({ signatures }: PageToReview): string[] {
  return signatures
    .filter(({ assignment }) => assignment.status === 'signed_pending_acceptance')
    .map(({ assignment }) => assignment.uuid);
}

type ReviewedProps = Omit<ReviewListProps, 'pages'> & { page: PageToReview; onSeen: (page: string) => void };

function Reviewed({ page, mayEdit, isOff, run, onAsk, onSeen }: ReviewedProps) {
  const { row, file, signatures, continuations } = page;
  const name = RETURNED.ofFile(file.name, row);
  const pending = pendingOf(page);
  const [first] = signatures;
  const reject = () =>
    onAsk({
      title: REVIEW.rejectTitle(name),
      lead: REVIEW.rejectLead,
      confirm: REVIEW.reject,
      act: (reason) => rejectSignatures(pending, reason),
    });
  return (
    <li className={styles.reviewed}>
      <div className={styles.about}>
        <div>
          {signatures.map(({ assignment, document, who }) => (
            <p key={assignment.uuid}>
              <strong>{document}</strong> {who}
            </p>
          ))}
          <p className={styles.facts}>{name}</p>
        </div>
        {row.warnings.length > 0 ? (
          <ul className={styles.warnings}>
            {row.warnings.map((warning) => (
              <li key={warning}>{WARNINGS[warning]}</li>
            ))}
          </ul>
        ) : null}
        {mayEdit ? (
          <div className={styles.acts}>
            <Button
              look="primary"
              disabled={isOff}
              aria-label={REVIEW.acceptWhich(name)}
              onClick={() => run(acceptPages([page]))}
            >
              {REVIEW.accept}
            </Button>
            <Button disabled={isOff} aria-label={REVIEW.rejectWhich(name)} onClick={reject}>
              {REVIEW.reject}
            </Button>
            <Button
              look="quiet"
              disabled={isOff}
              aria-label={REVIEW.unmatchWhich(name)}
              onClick={() => run(matchPage(row.uuid, []))}
            >
              {REVIEW.unmatch}
            </Button>
          </div>
        ) : null}
      </div>
      <figure className={styles.figure}>
        <figcaption className={styles.facts}>{REVIEW.scan}</figcaption>
        <PagePicture
          page={row.uuid}
          label={`${REVIEW.scan}: ${name}`}
          hasZoom
          onShown={() => onSeen(row.uuid)}
        />
      </figure>
      {continuations.map((each) => {
        const sheet = RETURNED.ofFile(each.file.name, each.row);
        const isAdded = each.row.match === 'hand';
        const kind = isAdded ? REVIEW.added : REVIEW.continuation;
        return (
          <figure key={each.row.uuid} className={styles.figure}>
            <figcaption className={styles.facts}>{kind}</figcaption>
            <PagePicture
              page={each.row.uuid}
              label={`${kind}: ${sheet}`}
              hasZoom
              onShown={() => onSeen(each.row.uuid)}
            />
            {mayEdit && isAdded ? (
              <Button
                look="quiet"
                disabled={isOff}
                aria-label={REVIEW.removeFrom(sheet)}
                onClick={() => run(matchPage(each.row.uuid, []))}
              >
                {REVIEW.remove}
              </Button>
            ) : null}
          </figure>
        );
      })}
      {first ? (
        <figure className={styles.figure}>
          <figcaption className={styles.facts}>{REVIEW.blank}</figcaption>
          <PagePicture blankOf={first.assignment.uuid} label={`${REVIEW.blank}: ${first.document}`} />
        </figure>
      ) : null}
    </li>
  );
}
