import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams, useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import FileX from 'lucide-react/icons/file-x';
import {
  viewedDocument,
  viewedExecutedDocument,
  type DealDocument,
  type ViewedDocument,
} from '../../db/queries/documents/deal-documents.ts';
import { saveDocument, type SavedForm } from '../documents/save-document.ts';
import { Button } from '../ui/button.tsx';
import { useAnnouncer } from '../checklist/use-announcer.tsx';
import { FIELDS } from '../signature-pages/fields/fields-copy.ts';
import { classNames } from '../ui/class-names.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { focusOnMount } from '../ui/form/focus-on-mount.ts';
import { Spinner } from '../ui/status/spinner.tsx';
import { useDelayed } from '../ui/status/use-delayed.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import hidden from '../ui/visually-hidden.module.css';
import { useMedia } from '../lib/use-media.ts';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { UndoButtons } from '../undo/undo-buttons.tsx';
import { percentOf, zoomStep, type Zoom } from './page/page-geometry.ts';
import { PageRail } from './page/page-rail.tsx';
import { PageStack, type PageRequest, type PageSight } from './page/page-stack.tsx';
import { SearchBar } from './search-bar.tsx';
import { usePdf } from './use-pdf.ts';
import { usePageTexts, useSearch } from './use-search.ts';
import { PageSigningBar } from './signing/page-signing-bar.tsx';
import { useLikelyPages } from './signing/use-likely-pages.ts';
import { useMarkToggle } from './signing/use-mark-toggle.tsx';
import { usePageSigning } from './signing/use-page-signing.ts';
import { ViewerFields } from './signing/viewer-fields.tsx';
import { viewerIntent } from './viewer-keys.ts';
import { useTabNumber } from './use-tab-number.ts';
import { askedPage, executedPath, isExecuted, viewerPath } from './viewer-place.ts';
import { PROBLEM_BUTTONS, problemCopy, VIEWER } from './viewer-copy.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';
import { documentProblem, REMEDY, type ViewerProblem } from './viewer-problem.ts';
import styles from './viewer.module.css';

/** How long a page must stay in view before it is announced and written to the address, ms. */
const SETTLED_MS = 300;

/** The assumed size of a page before any size is known, points. */
const NO_SIZE = { width: 612, height: 792 };

/** Longer documents are not searched for signature pages, because all of their text would have to be read. */
const MOST_PAGES_SOUGHT = 400;

interface ViewerProps {
  transaction: string;
  /** The document's uuid. */
  document: string;
  onClose: () => void;
}

/** In wider windows, a page at full width would be too large to read comfortably. CSS pixels. */
const WIDE = 1100;

function firstZoom(): Zoom {
  return window.innerWidth < WIDE ? { kind: 'fit-width' } : { kind: 'percent', percent: 110 };
}

/** Shows a document over the page that it was opened from: pages, page rail, search and zoom. */
export function Viewer({ transaction, document: uuid, onClose }: ViewerProps) {
  const db = useMirror();
  const reachable = useReachable();
  const executed = isExecuted(useLocation().search);
  const shown = useLiveQuery(
    () => (executed ? viewedExecutedDocument : viewedDocument)(db, transaction, uuid),
    [db, transaction, uuid, executed],
  );
  const [attempt, setAttempt] = useState(0);
  const known = shown === undefined ? null : documentProblem(shown);
  const url = shown && known === null ? shown.row.pdfUrl : null;
  const reading = usePdf(url, shown?.row.size ?? 0, attempt);
  const open = reading.kind === 'open' ? reading : null;
  const problem: ViewerProblem | null = known ?? (reading.kind === 'failed' ? reading.failure : null);
  const name = (executed ? shown && VIEWER.executed(shown.name) : shown?.name) ?? VIEWER.untitled;
  const tab = useTabNumber(transaction, shown?.belongsTo?.uuid ?? null);
  const pictures = shown?.row.thumbnails?.['png-144'] ?? [];

  const count = open?.sizes.length ?? 0;
  const narrow = useMedia('(width < 48rem)');
  const [rail, setRail] = useState(!narrow);
  const [zoom, setZoom] = useState(firstZoom);
  const [searching, setSearching] = useState(false);
  const mayEdit = useMayEdit();
  const signing = usePageSigning(shown);
  const seeks = signing.mayMark(1) && shown?.item?.forSigning === true && count <= MOST_PAGES_SOUGHT;
  const texts = usePageTexts(open?.pdf ?? null, searching || seeks);
  const likely = useLikelyPages(texts).filter((page) => seeks && !signing.marked.has(page));
  const search = useSearch(texts);
  const marking = useMarkToggle(signing);
  const [placing, setPlacing] = useState(false);
  const { announce, region } = useAnnouncer(FIELDS.name);
  const field = useRef<HTMLInputElement>(null);
  const { sight, setSight, wanted, goTo, stop } = usePageInAddress();
  const toPage = (page: number) => goTo(Math.min(Math.max(1, page), Math.max(1, count)));

  // Try again as soon as the server can be reached.
  const waits = problem === 'unreachable' || problem === 'no_viewer';
  useEffect(() => {
    if (waits && reachable) setAttempt((last) => last + 1);
    // Not when `waits` changes: the server counts as reachable, although it has just failed to respond.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [reachable]);

  const goToHit = (step: 1 | -1) => {
    const hit = search.go(step, sight.page);
    // The only hit was already current. The user may have scrolled away, so go back to its page.
    if (hit && search.hits.length === 1 && search.place === 1) toPage(hit.page);
  };
  const startSearch = () => {
    setSearching(true);
    field.current?.select();
    field.current?.focus();
  };
  const close = () => {
    stop();
    onClose();
  };
  const endSearch = () => {
    setSearching(false);
    search.setWords('');
  };
  const save = (form: SavedForm) => {
    if (shown) runCommand(saveDocument(db, shown, form, reachable));
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isBehindDialog()) return;
    const intent = viewerIntent(event, isField(event.target));
    if (intent === null) return;
    event.preventDefault();
    switch (intent) {
      case 'close':
        if (searching) endSearch();
        else if (rail && narrow) setRail(false);
        else close();
        return;
      case 'search':
        startSearch();
        return;
      case 'next-hit':
      case 'previous-hit':
        goToHit(intent === 'next-hit' ? 1 : -1);
        return;
      case 'zoom-in':
      case 'zoom-out':
        setZoom(zoomStep(sight.scale, intent === 'zoom-in' ? 1 : -1));
        return;
      case 'zoom-reset':
        setZoom(firstZoom());
        return;
      case 'next-page':
      case 'previous-page':
        toPage(sight.page + (intent === 'next-page' ? 1 : -1));
        return;
      case 'first-page':
        toPage(1);
        return;
      case 'last-page':
        toPage(count);
        return;
      case 'mark-page':
        marking.toggle(sight.page);
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    // On the document, because the focus may be anywhere. The page under the viewer is inert.
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const spinner = useDelayed(problem === null && !open);
  return (
    <section className={styles.viewer} aria-label={VIEWER.name(name)}>
      <ViewerToolbar
        name={name}
        tab={tab}
        document={shown ?? null}
        page={sight.page}
        count={count}
        zoom={zoom}
        percent={percentOf(sight.scale)}
        rail={rail}
        searching={searching}
        marked={signing.marked.has(sight.page)}
        onMark={open && signing.mayMark(sight.page) ? () => marking.toggle(sight.page) : null}
        onRail={executed ? null : () => setRail(!rail)}
        onPage={toPage}
        onZoom={setZoom}
        onStep={(direction) => setZoom(zoomStep(sight.scale, direction))}
        onSearch={() => (searching ? endSearch() : startSearch())}
        onSave={save}
        undo={mayEdit ? <UndoButtons className={styles.undo} /> : null}
        onClose={close}
      />
      {shown?.current ? <SupersededBanner document={shown} current={shown.current} /> : null}
      {executed && shown ? (
        <OtherFormBanner
          text={shown.belongsTo?.collation === 'done' ? VIEWER.isExecuted : VIEWER.isExecutedEarlier}
          link={VIEWER.viewUnsigned}
          to={viewerPath(transaction, uuid)}
        />
      ) : null}
      {!executed && shown?.item && shown.item.executedPdfUrl !== null ? (
        <OtherFormBanner
          text={shown.item.collation === 'done' ? VIEWER.isUnsigned : VIEWER.wasExecuted}
          link={VIEWER.viewExecuted}
          to={executedPath(transaction, uuid)}
        />
      ) : null}
      {searching && open ? (
        <SearchBar search={search} pages={count} field={field} onStep={goToHit} onClose={endSearch} />
      ) : null}
      {open ? (
        <PageSigningBar
          transaction={transaction}
          page={sight.page}
          signing={signing}
          likely={likely}
          onToggle={marking.toggle}
          onPage={toPage}
          placing={placing}
          onPlacing={() => setPlacing(!placing)}
        />
      ) : null}
      {marking.question}
      <div className={classNames(styles.room, placing && styles.fields)}>
        {open && rail && !executed ? (
          <PageRail
            sizes={open.sizes}
            pictures={pictures}
            page={sight.page}
            marked={signing.marked}
            mayMark={signing.mayMark}
            onMark={marking.toggle}
            onPage={(page) => {
              toPage(page);
              if (narrow) setRail(false);
            }}
          />
        ) : null}
        {open && problem === null ? (
          <ViewerFields
            transaction={transaction}
            pdf={open.pdf}
            number={sight.page}
            size={open.sizes[sight.page - 1] ?? NO_SIZE}
            signing={signing}
            isOpen={placing && mayEdit}
            announce={announce}
            onClose={() => setPlacing(false)}
          >
            {(overlay) => (
              <PageStack
                pdf={open.pdf}
                name={name}
                sizes={open.sizes}
                learn={open.learn}
                pictures={pictures}
                zoom={zoom}
                wanted={wanted}
                search={search}
                marked={signing.marked}
                overlay={overlay}
                onSight={setSight}
                onZoom={setZoom}
              />
            )}
          </ViewerFields>
        ) : null}
        {problem ? (
          <ProblemState
            problem={problem}
            reachable={reachable}
            document={shown ?? null}
            onRetry={() => setAttempt((last) => last + 1)}
            onSave={save}
            onClose={close}
          />
        ) : null}
        {spinner ? (
          <div className={styles.waiting} role="status">
            <Spinner />
            <p>
              {reading.kind === 'loading' && reading.share > 0
                ? VIEWER.loadingShare(reading.share)
                : VIEWER.loading}
            </p>
          </div>
        ) : null}
      </div>
      <p className={hidden.hidden} aria-live="polite" role="log" aria-label={VIEWER.pageLog}>
        {open ? <Settled text={VIEWER.pageOf(sight.page, count)} /> : null}
      </p>
      <p className={hidden.hidden} role="status">
        {marking.said}
      </p>
      {region}
    </section>
  );
}

/** Shown above a version that is not the current one. */
function SupersededBanner({
  document: { row, version },
  current,
}: {
  document: ViewedDocument;
  current: NonNullable<ViewedDocument['current']>;
}) {
  const location = useLocation();
  const state: unknown = location.state;
  return (
    <p className={styles.banner} role="status">
      {VIEWER.superseded(version?.number, current.number)}{' '}
      <Link to={viewerPath(row.transaction, current.uuid)} replace state={state}>
        {VIEWER.viewVersion(current.number)}
      </Link>
    </p>
  );
}

/** Links a document to its executed document, and back. */
function OtherFormBanner({ text, link, to }: { text: string; link: string; to: string }) {
  const location = useLocation();
  const state: unknown = location.state;
  return (
    <p className={classNames(styles.banner, styles.executed)} role="status">
      {text}{' '}
      <Link to={to} replace state={state}>
        {link}
      </Link>
    </p>
  );
}

function ProblemState({
  problem,
  reachable,
  document,
  onRetry,
  onSave,
  onClose,
}: {
  problem: ViewerProblem;
  reachable: boolean;
  document: DealDocument | null;
  onRetry: () => void;
  onSave: (form: SavedForm) => void;
  onClose: () => void;
}) {
  const copy = problemCopy(problem, reachable);
  const remedy = REMEDY[problem];
  return (
    <div className={styles.trouble}>
      <EmptyState
        icon={<FileX aria-hidden="true" />}
        title={copy.title}
        actions={
          <>
            {remedy === 'retry' ? (
              <Button look="primary" ref={focusOnMount} onClick={onRetry}>
                {PROBLEM_BUTTONS.retry}
              </Button>
            ) : null}
            {remedy === 'download' ? (
              <Button look="primary" ref={focusOnMount} onClick={() => onSave('original')}>
                {PROBLEM_BUTTONS.download}
              </Button>
            ) : null}
            <Button {...(remedy === null && { ref: focusOnMount })} onClick={onClose}>
              {PROBLEM_BUTTONS.close}
            </Button>
          </>
        }
      >
        <p>{copy.text}</p>
        {problem === 'failed' && document?.row.errorMessage ? <p>{document.row.errorMessage}</p> : null}
      </EmptyState>
    </div>
  );
}

/** Shows a text once it has stopped changing, so that screen readers skip the pages in between. */
function Settled({ text }: { text: string }) {
  return useSettled(text);
}

function useSettled<Value extends string | number>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The page in view and the requested page, kept in the address as `?page=` until `stop` is called. */
function usePageInAddress() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const state: unknown = location.state;
  const asked = askedPage(params.toString());
  const [sight, setSight] = useState<PageSight>({ page: asked, scale: 1 });
  const [requested, setRequested] = useState<PageRequest>({ page: asked });
  const written = useRef(asked);
  const isStopped = useRef(false);
  const page = useSettled(sight.page);
  const write = useEffectEvent((next: number) => {
    if (isStopped.current || next === written.current) return;
    written.current = next;
    const now = new URLSearchParams(params);
    now.set('page', String(next));
    setParams(now, { replace: true, state });
  });
  useEffect(() => write(page), [page]);
  // The address may change while the document is open, for example through a link. Go to the page that it names.
  const wanted = useMemo(() => ({ page: asked }), [asked]);
  useEffect(() => {
    if (written.current === wanted.page) return;
    written.current = wanted.page;
    setRequested(wanted);
  }, [wanted]);
  const see = (next: PageSight) =>
    setSight((last) => (last.page === next.page && last.scale === next.scale ? last : next));
  const goTo = (next: number) => setRequested({ page: next });
  // A new address while the browser goes back would keep it on this page.
  const stop = () => {
    isStopped.current = true;
  };
  return { sight, setSight: see, wanted: requested, goTo, stop };
}

/** Returns whether a dialog is open over the viewer. */
function isBehindDialog(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
