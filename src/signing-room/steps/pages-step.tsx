import { useEffect, useRef, useState } from 'react';
import type { OpenRoom, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import { isFilledBySigner, tabProblems, tidyValues } from '../../contract/rules/signing/fields/fill-tabs.ts';
import { ActButton } from '../act-button.tsx';
import { DocumentList } from './document-list.tsx';
import { FieldList, GroupRules, idOfTab } from './field-list.tsx';
import { Later } from '../later.tsx';
import { entriesOf, isSigned, pagesToSign } from '../store/merge-room.ts';
import { nameOfPage, Pager } from './pager.tsx';
import { PagePicture } from './page-picture.tsx';
import { pagesTogether, wholeDocumentOf, type PagesTogether } from './pages-together.ts';
import { ReadWhole, submitDeed } from './read-whole.tsx';
import { fileOfRoom } from '../room-calls.ts';
import { SignTogether, TogetherOffer } from './sign-together.tsx';
import { SignaturePreview } from './signature-step.tsx';
import styles from '../signing-room.module.css';
import type { RoomHandle } from '../use-room.ts';

const loadWitness = async () => (await import('../witness/witness-step.tsx')).WitnessStep;

/** Shows the pages one at a time. The signatory signs each one in place, and submits them when all are signed. */
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
  const { draft, signing, see, sign, fillTab, finish, load, isBusy, isOffline } = handle;
  const [wrong, setWrong] = useState<string | null>(null);
  const [isTogether, setTogether] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
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
  const shown = isTogether || page?.svg === '' ? undefined : page;
  const isNew = shown !== undefined && left.includes(shown) && draft.seen[shown.uuid] !== shown.sha256;
  useEffect(() => {
    if (isNew) see(shown);
  }, [isNew, shown, see]);
  const wasTogether = useRef(isTogether);
  useEffect(() => {
    if (wrong !== null) window.document.getElementById(idOfTab(wrong))?.focus();
    else if (wasTogether.current && !isTogether) heading.current?.focus();
    wasTogether.current = isTogether;
  }, [wrong, isTogether]);
  if (!page || !adopted) return null;
  const document = room.documents.find(({ uuid }) => uuid === page.document);
  const needsSignature = left.includes(page);
  const entries = entriesOf(page, draft);
  const problems = needsSignature ? tabProblems(page, entries.values) : [];
  // A field is marked as wrong only after the signatory tries to sign, and until it is corrected.
  const problem = problems.find(({ tab }) => tab === wrong) ?? null;
  const goTo = (index: number) => {
    setWrong(null);
    setAt(index);
    window.scrollTo(0, 0);
  };
  const whole = wholeDocumentOf(page, room);
  /** Returns the index of the first page that is left to sign after these. Pages that are being signed don't count. */
  const nextAfter = (done: readonly RoomPage[]) =>
    pages.findIndex((each) => left.includes(each) && !done.includes(each) && !signing.includes(each.uuid));
  const signHere = () => {
    if (signing.includes(page.uuid)) return;
    const [first] = problems;
    setWrong(first?.tab ?? null);
    if (first) return window.document.getElementById(idOfTab(first.tab))?.focus();
    const { uuid, sha256 } = page;
    const signed = { uuid, sha256, values: tidyValues(entries.values), signature: adopted.sha256 };
    const next = nextAfter([page]);
    if (whole) {
      void signWhole(whole.uuid, signed, next);
      return;
    }
    // The page is signed on this device at once, so the next page doesn't wait for the server.
    void sign(signed);
    if (next !== -1) goTo(next);
  };
  const signWhole = async (item: string, signed: Parameters<typeof submitDeed>[2], next: number) => {
    if ((await submitDeed(handle, item, signed)) && next !== -1) goTo(next);
  };
  const together = whole ? null : pagesTogether(room, draft, page);
  const close = (index: number, tab: string | null = null) => {
    setTogether(false);
    goTo(index);
    setWrong(tab);
  };
  const signTogether = ({ pages: inTurn }: PagesTogether) => {
    // If a page changed while the list was open, show it first.
    const unseen = inTurn.find((each) => draft.seen[each.page.uuid] !== each.page.sha256);
    if (unseen) return close(pages.indexOf(unseen.page));
    const lacking = inTurn.find(({ problem: missing }) => missing !== null);
    if (lacking) return close(pages.indexOf(lacking.page), lacking.problem?.tab);
    void sign(
      ...inTurn.map((each) => ({
        uuid: each.page.uuid,
        sha256: each.page.sha256,
        values: tidyValues(entriesOf(each.page, draft).values),
        signature: adopted.sha256,
      })),
    );
    const next = nextAfter(inTurn.map((each) => each.page));
    close(next === -1 ? at : next);
  };
  if (isTogether && together)
    return (
      <SignTogether
        together={together}
        room={room}
        adopted={adopted}
        onRead={(each) => close(pages.indexOf(each.page))}
        onSign={() => signTogether(together)}
        onBack={() => close(at)}
      />
    );
  const waiting = toSign.filter(({ witness }) => witness !== null && witness.name === null);
  const numSigned = toSign.length - left.length;
  const numUnsent = new Set(draft.pending.map(({ uuid }) => uuid)).size;
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Review and sign
      </h1>
      <p role="status">
        {numSigned} of {toSign.length} {toSign.length === 1 ? 'page' : 'pages'} signed
      </p>
      {isOffline && numUnsent > 0 && (
        <p className={styles.hint}>
          {numUnsent === 1 ? '1 page hasn’t' : `${numUnsent} pages haven’t`} been sent yet. Keep this page
          open until you’re back online.
        </p>
      )}
      <Pager at={at} count={pages.length} goTo={goTo} />
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
          label={nameOfPage(at, pages.length, document?.name)}
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
      <Capacities page={page} />
      {needsSignature && <GroupRules page={page} />}
      {needsSignature && page.svg !== '' && whole && (
        <ReadWhole token={token} document={whole} handle={handle} />
      )}
      {needsSignature && page.svg !== '' && (
        <ActButton
          disabled={whole !== undefined && (isBusy || draft.opened[whole.uuid] === undefined)}
          onClick={signHere}
        >
          {whole
            ? 'Sign this document'
            : page.assignments.length > 0
              ? 'Sign this page'
              : 'Confirm this page'}
        </ActButton>
      )}
      {needsSignature && page.svg !== '' && together && (
        <TogetherOffer together={together} onOpen={() => setTogether(true)} />
      )}
      {page.witness?.name && <p className={styles.hint}>Witness: {page.witness.name}</p>}
      {left.length === 0 &&
        waiting.length > 0 &&
        // A page can't be witnessed until the server has it.
        (waiting.every(({ witness }) => witness?.sha256) ? (
          <Later load={loadWitness} props={{ token, room, handle, waiting }} />
        ) : (
          <p role="status">Your witness can sign once your own signatures have been sent.</p>
        ))}
      {left.length === 0 && waiting.length === 0 && (
        <>
          <p>
            {draft.finishedAt === null
              ? 'You have signed every page. You can review them before you finish.'
              : 'You’ve finished, but your signatures haven’t reached us yet.'}
          </p>
          <ActButton disabled={isBusy || draft.finishedAt !== null} onClick={() => void finish()}>
            Finish and send
          </ActButton>
        </>
      )}
      <details>
        <summary>Documents and signature</summary>
        <DocumentList documents={room.documents} addressOf={(id) => fileOfRoom(token, id)} />
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

/** The capacities in which a page is signed. */
export function Capacities({ page: { assignments } }: { page: RoomPage }) {
  if (assignments.length === 0) return null;
  return (
    <ul className={styles.capacities}>
      {assignments.map(({ uuid, capacity }) => (
        <li key={uuid}>{capacity}</li>
      ))}
    </ul>
  );
}
