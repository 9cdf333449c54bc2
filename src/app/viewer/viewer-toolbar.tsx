import { useState, type FormEvent, type ReactNode } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import PenLine from 'lucide-react/icons/pen-line';
import PanelLeft from 'lucide-react/icons/panel-left';
import SearchIcon from 'lucide-react/icons/search';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import type { ViewedDocument } from '../../db/queries/documents/deal-documents.ts';
import { isPdf, type SavedForm } from '../documents/save-document.ts';
import { IconButton } from '../ui/button.tsx';
import { Select } from '../ui/form/select.tsx';
import control from '../ui/form/control.module.css';
import hidden from '../ui/visually-hidden.module.css';
import { ZOOM_STEPS, type Zoom } from './page/page-geometry.ts';
import { MARKS } from './signing/signing-copy.ts';
import { TOOLBAR } from './viewer-copy.ts';
import styles from './viewer-toolbar.module.css';

interface ViewerToolbarProps {
  name: string;
  /** For example "Tab 4"; empty if the item has no number. */
  tab: string;
  document: ViewedDocument | null;
  /** The page in view, from 1. */
  page: number;
  /** 0 while no document is open. */
  count: number;
  zoom: Zoom;
  /** Current scale in percent of the size on paper. */
  percent: number;
  rail: boolean;
  searching: boolean;
  /** Whether the page in view is marked for signing. */
  marked: boolean;
  /** Marks or unmarks the page in view; null if the user may not. */
  onMark: (() => void) | null;
  undo: ReactNode;
  /** Null if there are no thumbnails of the pages. */
  onRail: (() => void) | null;
  onPage: (page: number) => void;
  onZoom: (zoom: Zoom) => void;
  onStep: (direction: 1 | -1) => void;
  onSearch: () => void;
  onSave: (form: SavedForm) => void;
  onClose: () => void;
}

/** Actions on the open document. */
export function ViewerToolbar(props: ViewerToolbarProps) {
  const { name, document, page, count } = props;
  const closed = count === 0;
  return (
    <header className={styles.bar}>
      <IconButton label={TOOLBAR.close} aria-keyshortcuts="Escape" onClick={props.onClose}>
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <div className={styles.title}>
        <h2 className={styles.name} title={name}>
          {name}
        </h2>
        <Facts tab={props.tab} document={document} />
      </div>
      <div className={styles.tools} role="toolbar" aria-label={TOOLBAR.name}>
        {props.onRail === null ? null : (
          <IconButton
            label={TOOLBAR.pages}
            aria-pressed={props.rail}
            disabled={closed}
            onClick={props.onRail}
          >
            <PanelLeft aria-hidden="true" />
          </IconButton>
        )}
        <span className={styles.turn}>
          <IconButton
            label={TOOLBAR.previousPage}
            disabled={page <= 1}
            onClick={() => props.onPage(page - 1)}
          >
            <ChevronUp aria-hidden="true" />
          </IconButton>
        </span>
        <PageBox page={page} count={count} onPage={props.onPage} />
        <span className={styles.turn}>
          <IconButton
            label={TOOLBAR.nextPage}
            disabled={page >= count}
            onClick={() => props.onPage(page + 1)}
          >
            <ChevronDown aria-hidden="true" />
          </IconButton>
        </span>
        <span className={styles.group}>
          <IconButton label={TOOLBAR.zoomOut} disabled={closed} onClick={() => props.onStep(-1)}>
            <ZoomOut aria-hidden="true" />
          </IconButton>
          <ZoomChoice zoom={props.zoom} percent={props.percent} disabled={closed} onZoom={props.onZoom} />
          <IconButton label={TOOLBAR.zoomIn} disabled={closed} onClick={() => props.onStep(1)}>
            <ZoomIn aria-hidden="true" />
          </IconButton>
        </span>
        <IconButton
          label={TOOLBAR.find}
          aria-keyshortcuts="/"
          aria-pressed={props.searching}
          disabled={closed}
          onClick={props.onSearch}
        >
          <SearchIcon aria-hidden="true" />
        </IconButton>
        {props.onMark === null ? null : (
          <IconButton
            label={MARKS.mark}
            aria-keyshortcuts="M"
            aria-pressed={props.marked}
            onClick={props.onMark}
          >
            <PenLine aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <span className={styles.end}>
        {props.undo}
        {document && !isPdf(document.row) ? (
          <IconButton label={TOOLBAR.downloadWord} onClick={() => props.onSave('original')}>
            <FileText aria-hidden="true" />
          </IconButton>
        ) : null}
        <IconButton
          label={TOOLBAR.downloadPdf}
          disabled={document?.row.pdfUrl == null}
          onClick={() => props.onSave('pdf')}
        >
          <Download aria-hidden="true" />
        </IconButton>
      </span>
    </header>
  );
}

/** The document's number on the checklist, its version, and its file name. */
function Facts({ tab, document }: Pick<ViewerToolbarProps, 'tab' | 'document'>) {
  const version = document?.version;
  return (
    <p className={styles.facts}>
      {tab === '' ? null : <span>{tab}</span>}
      {version ? (
        <span>
          <span aria-hidden="true">{TOOLBAR.versionShort(version.number, version.of)}</span>
          <span className={hidden.hidden}>{TOOLBAR.version(version.number, version.of)}</span>
        </span>
      ) : null}
      {document ? (
        <bdi className={styles.file} title={document.row.fileName}>
          {document.row.fileName}
        </bdi>
      ) : null}
    </p>
  );
}

/** The number of the page in view. The user can type another. */
function PageBox({ page, count, onPage }: Pick<ViewerToolbarProps, 'page' | 'count' | 'onPage'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = Number(typed);
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1) onPage(wanted);
    setTyped(null);
  };
  return (
    <form className={styles.pageBox} onSubmit={go}>
      <input
        className={control.control}
        aria-label={TOOLBAR.pageNumber(count)}
        inputMode="numeric"
        autoComplete="off"
        disabled={count === 0}
        value={typed ?? String(page)}
        size={Math.max(2, String(count).length)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => go()}
      />
      <span aria-hidden="true">{TOOLBAR.pageTotal(count)}</span>
    </form>
  );
}

function ZoomChoice({
  zoom,
  percent,
  disabled,
  onZoom,
}: Pick<ViewerToolbarProps, 'zoom' | 'percent' | 'onZoom'> & { disabled: boolean }) {
  const steps: readonly number[] = ZOOM_STEPS;
  const percents = zoom.kind === 'percent' && !steps.includes(percent) ? [percent, ...steps] : steps;
  const choose = (chosen: string) => {
    if (chosen === 'fit-width' || chosen === 'fit-page') onZoom({ kind: chosen });
    else onZoom({ kind: 'percent', percent: Number(chosen) });
  };
  return (
    <Select
      label={TOOLBAR.zoom}
      options={[
        ['fit-width', TOOLBAR.fitWidth],
        ['fit-page', TOOLBAR.fitPage],
        ...percents.map((each) => [String(each), TOOLBAR.percent(each)] as const),
      ]}
      value={zoom.kind === 'percent' ? String(percent) : zoom.kind}
      disabled={disabled}
      onChoose={choose}
    />
  );
}
