import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams, useLocation } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import FileX from 'lucide-react/icons/file-x';
import {
  viewedDocument,
  type DealDocument,
  type ViewedDocument,
} from '../../db/queries/documents/deal-documents.ts';
import { saveDocument, type SavedForm } from '../documents/save-document.ts';
import { Button } from '../ui/button.tsx';
import { runCommand } from '../lib/commands/run-command.ts';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { focusOnMount } from '../ui/form/focus-on-mount.ts';
import { Spinner } from '../ui/status/spinner.tsx';
import { useDelayed } from '../ui/status/use-delayed.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import hidden from '../ui/visually-hidden.module.css';
import { useMedia } from '../lib/use-media.ts';
import { useMirror } from '../session/mirror-context.ts';
import { percentOf, zoomStep, type Zoom } from './page/page-geometry.ts';
import { PageRail } from './page/page-rail.tsx';
import { PageStack, type PageRequest, type PageSight } from './page/page-stack.tsx';
import { SearchBar } from './search-bar.tsx';
import { usePdf } from './use-pdf.ts';
import { useSearch } from './use-search.ts';
import { viewerIntent } from './viewer-keys.ts';
import { useTabNumber } from './use-tab-number.ts';
import { askedPage, viewerPath } from './viewer-place.ts';
import { ViewerToolbar } from './viewer-toolbar.tsx';
import { standingTrouble, troubleWords, type Trouble } from './viewer-words.ts';
import styles from './viewer.module.css';

/** The page in view is told, and kept in the address, once it has rested there, ms. */
const SIGHT_RESTS = 300;

interface ViewerProps {
  transaction: string;
  /** The document's uuid. */
  document: string;
  onClose: () => void;
}

/** From this width of the window on, a page that filled it would be larger than anyone reads. CSS pixels. */
const WIDE = 1100;

function firstZoom(): Zoom {
  return window.innerWidth < WIDE ? { kind: 'fit-width' } : { kind: 'percent', percent: 110 };
}

/** Reads a document over the page that it was opened from: its pages, a rail of them, search and zoom. */
export function Viewer({ transaction, document: uuid, onClose }: ViewerProps) {
  const db = useMirror();
  const reachable = useReachable();
  const shown = useLiveQuery(() => viewedDocument(db, transaction, uuid), [db, transaction, uuid]);
  const [attempt, setAttempt] = useState(0);
  const standing = shown === undefined ? null : standingTrouble(shown);
  const url = shown && standing === null ? shown.row.pdfUrl : null;
  const reading = usePdf(url, shown?.row.size ?? 0, attempt);
  const open = reading.kind === 'open' ? reading : null;
  const trouble: Trouble | null = standing ?? (reading.kind === 'failed' ? reading.failure : null);
  const name = shown?.name ?? 'Document';
  const tab = useTabNumber(transaction, shown?.belongsTo?.uuid ?? null);
  const pictures = shown?.row.thumbnails?.['png-144'] ?? [];

  const narrow = useMedia('(width < 48rem)');
  const [rail, setRail] = useState(!narrow);
  const [zoom, setZoom] = useState(firstZoom);
  const [searching, setSearching] = useState(false);
  const search = useSearch(open?.pdf ?? null, searching);
  const field = useRef<HTMLInputElement>(null);
  const { sight, setSight, wanted, goTo } = usePageInAddress();
  const count = open?.sizes.length ?? 0;
  const toPage = (page: number) => goTo(Math.min(Math.max(1, page), Math.max(1, count)));

  // What could not be had without a network is asked for again as soon as there is one.
  const waits = trouble === 'unreachable' || trouble === 'no_viewer';
  useEffect(() => {
    if (waits && reachable) setAttempt((last) => last + 1);
    // Not when it begins to wait: the server that was reachable has just not answered.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [reachable]);

  const goToHit = (step: 1 | -1) => {
    const hit = search.go(step, sight.page);
    // The only one was gone to before: it is brought back from wherever the person is now.
    if (hit && search.hits.length === 1 && search.place === 1) toPage(hit.page);
  };
  const startSearch = () => {
    setSearching(true);
    field.current?.select();
    field.current?.focus();
  };
  const endSearch = () => {
    setSearching(false);
    search.setWords('');
  };
  const save = (form: SavedForm) => {
    if (shown) runCommand(saveDocument(db, shown, form, reachable));
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const intent = viewerIntent(event, isField(event.target));
    if (intent === null) return;
    event.preventDefault();
    switch (intent) {
      case 'close':
        if (searching) endSearch();
        else if (rail && narrow) setRail(false);
        else onClose();
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
    }
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKeyDown(event);
    // Wherever the focus is: the page under the viewer is asleep.
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);

  const spinner = useDelayed(trouble === null && !open);
  return (
    <section className={styles.viewer} aria-label={`Viewer: ${name}`}>
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
        onRail={() => setRail(!rail)}
        onPage={toPage}
        onZoom={setZoom}
        onStep={(direction) => setZoom(zoomStep(sight.scale, direction))}
        onSearch={() => (searching ? endSearch() : startSearch())}
        onSave={save}
        onClose={onClose}
      />
      {shown?.current ? <SupersededBanner document={shown} current={shown.current} /> : null}
      {searching && open ? (
        <SearchBar search={search} pages={count} field={field} onStep={goToHit} onClose={endSearch} />
      ) : null}
      <div className={styles.room}>
        {open && rail ? (
          <PageRail
            sizes={open.sizes}
            pictures={pictures}
            page={sight.page}
            onPage={(page) => {
              toPage(page);
              if (narrow) setRail(false);
            }}
          />
        ) : null}
        {open && trouble === null ? (
          <PageStack
            pdf={open.pdf}
            name={name}
            sizes={open.sizes}
            learn={open.learn}
            pictures={pictures}
            zoom={zoom}
            wanted={wanted}
            search={search}
            onSight={setSight}
            onZoom={setZoom}
          />
        ) : null}
        {trouble ? (
          <TroubleState
            trouble={trouble}
            reachable={reachable}
            document={shown ?? null}
            onRetry={() => setAttempt((last) => last + 1)}
            onSave={save}
            onClose={onClose}
          />
        ) : null}
        {spinner ? (
          <div className={styles.waiting} role="status">
            <Spinner />
            <p>
              {reading.kind === 'loading' && reading.share > 0
                ? `Loading, ${Math.round(reading.share * 100)} %`
                : 'Loading…'}
            </p>
          </div>
        ) : null}
      </div>
      <p className={hidden.hidden} aria-live="polite" role="log" aria-label="Page">
        {open ? <Rested text={`Page ${sight.page} of ${count}`} /> : null}
      </p>
    </section>
  );
}

/** Over a version that another one has replaced. */
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
      You are viewing version {version?.number}. Version {current.number} is the current one.{' '}
      <Link to={viewerPath(row.transaction, current.uuid)} replace state={state}>
        View version {current.number}
      </Link>
    </p>
  );
}

function TroubleState({
  trouble,
  reachable,
  document,
  onRetry,
  onSave,
  onClose,
}: {
  trouble: Trouble;
  reachable: boolean;
  document: DealDocument | null;
  onRetry: () => void;
  onSave: (form: SavedForm) => void;
  onClose: () => void;
}) {
  const words = troubleWords(trouble, reachable);
  return (
    <div className={styles.trouble}>
      <EmptyState
        icon={<FileX aria-hidden="true" />}
        title={words.title}
        actions={
          <>
            {words.way === 'retry' ? (
              <Button look="primary" ref={focusOnMount} onClick={onRetry}>
                Try again
              </Button>
            ) : null}
            {words.way === 'download' ? (
              <Button look="primary" ref={focusOnMount} onClick={() => onSave('original')}>
                Download the file
              </Button>
            ) : null}
            <Button {...(words.way === null && { ref: focusOnMount })} onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <p>{words.text}</p>
        {trouble === 'failed' && document?.row.errorMessage ? <p>{document.row.errorMessage}</p> : null}
      </EmptyState>
    </div>
  );
}

/** Says a text once it has stayed the same for a moment: whoever leafs through is not told of each page on the way. */
function Rested({ text }: { text: string }) {
  return useRested(text);
}

function useRested<Value extends string | number>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), SIGHT_RESTS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** The page in view and the one that is asked for, which the address bears in `?page=`. */
function usePageInAddress() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const state: unknown = location.state;
  const asked = askedPage(params.toString());
  const [sight, setSight] = useState<PageSight>({ page: asked, scale: 1 });
  const [requested, setRequested] = useState<PageRequest>({ page: asked });
  const written = useRef(asked);
  const page = useRested(sight.page);
  const write = useEffectEvent((next: number) => {
    if (next === written.current) return;
    written.current = next;
    setParams({ page: String(next) }, { replace: true, state });
  });
  useEffect(() => write(page), [page]);
  // Another address was come to while the document is open, as by a link: the page that it names is gone to.
  const wanted = useMemo(() => ({ page: asked }), [asked]);
  useEffect(() => {
    if (written.current === wanted.page) return;
    written.current = wanted.page;
    setRequested(wanted);
  }, [wanted]);
  const see = (next: PageSight) =>
    setSight((last) => (last.page === next.page && last.scale === next.scale ? last : next));
  return { sight, setSight: see, wanted: requested, goTo: (next: number) => setRequested({ page: next }) };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
