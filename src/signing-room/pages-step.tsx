import { useState } from 'react';
import type { OpenRoom } from '../contract/entities/signing/signing-room.ts';
import { isFilledBySigner, tabProblems, tidyValues } from '../contract/rules/signing/fill-tabs.ts';
import { ActButton } from './act-button.tsx';
import { DocumentList } from './document-list.tsx';
import { FieldList, GroupRules, idOfTab } from './field-list.tsx';
import { entriesOf, isSigned, pagesToSign } from './merge-room.ts';
import { PagePicture } from './page-picture.tsx';
import { SignaturePreview } from './signature-step.tsx';
import styles from './signing-room.module.css';
import type { RoomHandle } from './use-room.ts';

/** Shows the pages one by one. Each is signed where it is shown; when all are signed, the signatory submits them. */
export function PagesStep({
  token,
  room,
  handle,
  onChangeSignature,
}: {
  token: string;
  room: OpenRoom;
  handle: RoomHandle;
  onChangeSignature: () => void;
}) {
  const { draft, sign, fillTab, finish, load, isBusy, isOffline } = handle;
  const [wrong, setWrong] = useState<string | null>(null);
  const { pages, adopted } = room;
  const toSign = pagesToSign(room);
  const left = toSign.filter((page) => !isSigned(page, draft.pending));
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      pages.findIndex((page) => left.includes(page)),
    ),
  );
  const page = pages[at];
  if (!page || !adopted) return null;
  const document = room.documents.find(({ uuid }) => uuid === page.document);
  const needsSignature = left.includes(page);
  const entries = entriesOf(page, draft);
  const problems = needsSignature ? tabProblems(page, entries.values) : [];
  // A field is shown as wrong only after the signatory tries to sign, and until it is corrected.
  const problem = problems.find(({ tab }) => tab === wrong) ?? null;
  const goTo = (index: number) => {
    setWrong(null);
    setAt(index);
    window.scrollTo(0, 0);
  };
  const signHere = () => {
    const [first] = problems;
    setWrong(first?.tab ?? null);
    if (first) return window.document.getElementById(idOfTab(first.tab))?.focus();
    // It is signed on this device at once: the next page doesn't wait for the server.
    const { uuid, sha256 } = page;
    void sign({ uuid, sha256, values: tidyValues(entries.values), signature: adopted.sha256 });
    const next = pages.findIndex((each) => each.uuid !== page.uuid && left.includes(each));
    if (next !== -1) goTo(next);
  };
  const numSigned = toSign.length - left.length;
  const numUnsent = new Set(draft.pending.map(({ uuid }) => uuid)).size;
  return (
    <>
      <h1>Review and sign</h1>
      <p role="status">
        {numSigned} of {toSign.length} {toSign.length === 1 ? 'page' : 'pages'} signed
      </p>
      {isOffline && numUnsent > 0 && (
        <p className={styles.hint}>
          {numUnsent === 1 ? '1 page hasn’t' : `${numUnsent} pages haven’t`} been sent yet. Keep this page
          open until you’re back online.
        </p>
      )}
      <nav className={styles.pager} aria-label="Pages">
        <button
          className={styles.quiet}
          type="button"
          aria-label="Previous page"
          disabled={at === 0}
          onClick={() => goTo(at - 1)}
        >
          Previous<span className={styles.longName}> page</span>
        </button>
        <span>
          Page {at + 1} of {pages.length}
        </span>
        <button
          className={styles.quiet}
          type="button"
          aria-label="Next page"
          disabled={at === pages.length - 1}
          onClick={() => goTo(at + 1)}
        >
          Next<span className={styles.longName}> page</span>
        </button>
      </nav>
      {document ? <h2>{document.name}</h2> : null}
      {page.svg === '' ? (
        <>
          <p role="alert">This page couldn’t be loaded.</p>
          <button className={styles.quiet} type="button" disabled={isBusy} onClick={() => void load()}>
            Try again
          </button>
        </>
      ) : (
        <PagePicture
          page={page}
          adopted={adopted}
          entries={entries}
          isSigned={toSign.includes(page) && !needsSignature}
          label={[`Page ${at + 1} of ${pages.length}`, ...(document ? [document.name] : [])].join(': ')}
        >
          {needsSignature && page.tabs.some(isFilledBySigner) && (
            <FieldList
              page={page}
              adopted={adopted}
              values={entries.values}
              problem={problem}
              onFill={fillTab}
            />
          )}
        </PagePicture>
      )}
      {page.assignments.length > 0 && (
        <ul className={styles.capacities}>
          {page.assignments.map(({ uuid, capacity }) => (
            <li key={uuid}>{capacity}</li>
          ))}
        </ul>
      )}
      {needsSignature && <GroupRules page={page} />}
      {needsSignature && page.svg !== '' && (
        <ActButton onClick={signHere}>
          {page.assignments.length > 0 ? 'Sign this page' : 'Confirm this page'}
        </ActButton>
      )}
      {left.length === 0 && (
        <>
          <p>
            {draft.finishedAt === null
              ? 'You have signed every page. You can review them before you finish.'
              : 'You have finished. Your signatures haven’t reached us yet.'}
          </p>
          <ActButton disabled={isBusy || draft.finishedAt !== null} onClick={() => void finish()}>
            Finish and send
          </ActButton>
        </>
      )}
      <details>
        <summary>Documents and signature</summary>
        <DocumentList token={token} documents={room.documents} />
        <SignaturePreview adopted={adopted} />
        {numSigned === 0 && (
          <button className={styles.quiet} type="button" onClick={onChangeSignature}>
            Change signature
          </button>
        )}
      </details>
    </>
  );
}
