import { useCallback, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import FileSignature from 'lucide-react/icons/file-signature';
import { downloadSignaturePage } from '../../../db/commands/account/online-calls.ts';
import { markedCountsView, type MarkedCounts } from '../../../db/queries/signing/pages/marked-counts.ts';
import { ownPagesView, type OwnPages } from '../../../db/queries/signing/pages/own-signature-pages.ts';
import { signaturePagesView, type PagesByItem } from '../../../db/queries/signing/pages/signature-pages.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { checklistRows, type ChecklistRow } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { useNumbering } from '../../checklist/use-numbering.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useLatest } from '../../lib/use-latest.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import {
  documentChoices,
  galleryDocuments,
  galleryWarnings,
  signaturesOn,
  type GalleryDocument,
} from './gallery-pages.ts';
import { GalleryWarnings } from './gallery-warnings.tsx';
import { LookPanel } from './look-panel.tsx';
import { LOOK, PAGES, PAPER_NAMES } from './pages-copy.ts';
import { SCROLLER, SheetCard } from './sheet-card.tsx';
import { useSheetLayouts, type SheetLayouts } from './use-sheet-layouts.ts';
import styles from './gallery-screen.module.css';

interface GalleryScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** Height of the panel that covers the lower end of the page, px. */
  roomBelow: number;
}

const DocumentsDialog = lazyComponent(() =>
  import('./documents-dialog.tsx').then((module) => module.DocumentsDialog),
);

const ALL_OPEN: ReadonlySet<string> = new Set();

/** The gallery of a deal's signature pages: the three steps to create them, the warnings, and every sheet. */
export function GalleryScreen({ deal, snapshot, roomBelow }: GalleryScreenProps) {
  const db = useMirror();
  const { uuid, isDeedTransaction } = deal;
  const view = useMemo(
    () => signaturePagesView(db, { uuid, isDeedTransaction }),
    [db, uuid, isDeedTransaction],
  );
  const pages = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const markedView = useMemo(
    () => markedCountsView(db, { uuid, isDeedTransaction }),
    [db, uuid, isDeedTransaction],
  );
  const marked = useSyncExternalStore(markedView.subscribe, markedView.getSnapshot);
  const ownView = useMemo(() => ownPagesView(db, uuid), [db, uuid]);
  const ownPages = useSyncExternalStore(ownView.subscribe, ownView.getSnapshot);
  if (!pages || !marked || !ownPages || snapshot.state !== 'ready') return null;
  return <Gallery {...{ deal, snapshot, pages, marked, ownPages, roomBelow }} />;
}

interface GalleryProps extends GalleryScreenProps {
  pages: PagesByItem;
  marked: MarkedCounts;
  ownPages: ReadonlyMap<string, OwnPages>;
}

function Gallery({ deal, snapshot, pages, marked, ownPages, roomBelow }: GalleryProps) {
  const mayEdit = useMayEdit();
  const format = useNumbering(deal);
  const paper = deal.paperSize ?? 'letter';
  const rows = useMemo(() => checklistRows(snapshot, { collapsed: ALL_OPEN, format }), [snapshot, format]);
  const documents = useMemo(
    () => galleryDocuments(rows, { pages, marked }, paper),
    [rows, pages, marked, paper],
  );
  const sheets = useMemo(() => documents.flatMap((document) => document.sheets), [documents]);
  const laidOut = useSheetLayouts(sheets);
  const warnings = useMemo(
    () => galleryWarnings(documents, laidOut.layouts, ownPages),
    [documents, laidOut.layouts, ownPages],
  );
  const { problem, runCommand } = useOnlineCall();
  const own = `/transaction/${deal.uuid}`;
  const hasPages = documents.some(
    ({ pages: generated, marked: ofFile }) => generated.length + ofFile.pages > 0,
  );
  const latest = useLatest(runCommand);
  const download = useCallback(
    (page: string, assignment: string | null) => {
      void latest.current(downloadSignaturePage(page, assignment));
    },
    [latest],
  );
  return (
    <section
      className={styles.screen}
      aria-label={PAGES.name}
      style={{ paddingBottom: `calc(var(--space-5) + ${roomBelow}px)` }}
      {...{ [SCROLLER]: '' }}
    >
      <Steps deal={deal} rows={rows} documents={documents} mayEdit={mayEdit} />
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {laidOut.problem === null ? null : (
        <Callout tone="warning" role="status">
          {PAGES.notLaidOut[laidOut.problem]}
        </Callout>
      )}
      <GalleryWarnings warnings={warnings} deal={deal.uuid} />
      {hasPages ? (
        documents.map((document) => (
          <DocumentPages
            key={document.item}
            document={document}
            laidOut={laidOut}
            own={own}
            mayEdit={mayEdit}
            onDownload={download}
          />
        ))
      ) : (
        <EmptyState
          icon={<FileSignature aria-hidden="true" />}
          title={PAGES.noneTitle}
          actions={mayEdit ? <Link to={`${own}/signatures`}>{PAGES.toMatrix}</Link> : undefined}
        >
          {mayEdit ? PAGES.none : PAGES.noneViewOnly}
        </EmptyState>
      )}
    </section>
  );
}

interface StepsProps {
  deal: TransactionRow;
  rows: readonly ChecklistRow[];
  documents: readonly GalleryDocument[];
  mayEdit: boolean;
}

function Steps({ deal, rows, documents, mayEdit }: StepsProps) {
  const [open, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const choices = useMemo(() => documentChoices(rows, documents), [rows, documents]);
  const pages = useMemo(() => documents.flatMap((document) => document.pages), [documents]);
  const own = `/transaction/${deal.uuid}`;
  const signatures = documents.reduce((sum, document) => sum + signaturesOn(document), 0);
  const toBeSigned = documents.filter(({ forSigning }) => forSigning);
  const without = toBeSigned.filter((each) => each.embeddedIn === null && signaturesOn(each) === 0).length;
  const paper = PAPER_NAMES[deal.paperSize ?? 'letter'];
  const [first, ...others] = pages;
  const isAlike = others.every(
    ({ row }) => row.font === first?.row.font && row.fontSize === first.row.fontSize,
  );
  const look = first
    ? isAlike
      ? PAGES.lookState(fontName(first.row.font), first.row.fontSize, paper)
      : PAGES.lookMixed(paper)
    : PAGES.noLook;
  const mayChange = mayEdit && pages.some(({ isSent }) => !isSent);
  return (
    <>
      <ol className={styles.steps} aria-label={PAGES.steps}>
        <Step title={PAGES.documents} state={PAGES.documentsState(toBeSigned.length)}>
          {mayEdit && choices.length > 0 ? (
            <Button onClick={() => setChoosing(true)}>{PAGES.chooseDocuments}</Button>
          ) : (
            <Link to={`${own}/checklist`}>{PAGES.toChecklist}</Link>
          )}
        </Step>
        <Step title={PAGES.signers} state={PAGES.signersState(signatures, without)}>
          <Link to={`${own}/signatures`}>{PAGES.toMatrix}</Link>
        </Step>
        <Step title={PAGES.look} state={look}>
          {mayChange ? (
            <Button aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? PAGES.closeLook : PAGES.changeLook}
            </Button>
          ) : null}
        </Step>
      </ol>
      {open && mayChange ? <LookPanel deal={deal} pages={pages} /> : null}
      {isChoosing ? (
        <DocumentsDialog deal={deal.uuid} documents={choices} onClose={() => setChoosing(false)} />
      ) : null}
    </>
  );
}

function fontName(font: string): string {
  return LOOK.fonts.find(([each]) => each === font)?.[1] ?? font;
}

function Step({ title, state, children }: { title: string; state: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h2 className={styles.stepTitle}>{title}</h2>
      <p className={styles.stepState}>{state}</p>
      <div className={styles.stepAction}>{children}</div>
    </li>
  );
}

interface DocumentPagesProps {
  document: GalleryDocument;
  laidOut: SheetLayouts;
  /** The path of the deal. */
  own: string;
  mayEdit: boolean;
  onDownload: (page: string, assignment: string | null) => void;
}

function DocumentPages({ document, laidOut, own, mayEdit, onDownload }: DocumentPagesProps) {
  const { name, number, pages, sheets, marked, embeddedIn } = document;
  return (
    <section className={styles.document} aria-label={name}>
      <h2 className={styles.name} dir="auto">
        {number === '' ? null : <span className={styles.number}>{number}</span>}
        {name}
      </h2>
      {embeddedIn === null ? null : <p className={styles.empty}>{PAGES.embedded(embeddedIn)}</p>}
      {pages.length + marked.pages === 0 && embeddedIn === null ? (
        <p className={styles.empty}>{PAGES.noPages}</p>
      ) : null}
      {marked.pages > 0 ? (
        <p className={styles.empty}>{PAGES.marked(marked.pages, marked.signatures)}</p>
      ) : null}
      <ul className={styles.sheets}>
        {sheets.map((each, at) => (
          <SheetCard
            key={`${each.page.row.uuid} ${each.signers[0]?.id ?? at}`}
            sheets={each}
            documentName={name}
            layout={laidOut.layouts.get(each.key)}
            fonts={laidOut.fonts}
            to={`${own}/signature-pages/${each.page.row.uuid}`}
            mayEdit={mayEdit}
            onDownload={onDownload}
          />
        ))}
      </ul>
    </section>
  );
}
