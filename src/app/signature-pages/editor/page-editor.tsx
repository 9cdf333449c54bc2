import FileX from 'lucide-react/icons/file-x';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import { frameOf } from '../../../contract/rules/signature-page/layout/sheet-frame.ts';
import type { BlockBox } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { blockEdits, editSignaturePages } from '../../../db/commands/signing/pages/signature-pages.ts';
import type { MarkedCounts } from '../../../db/queries/signing/pages/marked-counts.ts';
import { signaturePagesView, type PagesByItem } from '../../../db/queries/signing/pages/signature-pages.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { checklistRows } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { useAnnouncer } from '../../checklist/use-announcer.tsx';
import { useNumbering } from '../../checklist/use-numbering.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { SelectField } from '../../ui/form/select.tsx';
import { BackLink } from '../../ui/layout/back-link.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { Button } from '../../ui/button.tsx';
import { galleryDocuments, signerName, withBlocks, type GalleryDocument } from '../gallery/gallery-pages.ts';
import { ACTS, EDITOR, PAGES, WARNINGS } from '../gallery/pages-copy.ts';
import { useSheetLayouts } from '../gallery/use-sheet-layouts.ts';
import { BlockPanel } from './block-panel.tsx';
import { SheetFields } from './sheet-fields.tsx';
import { SheetStage } from './sheet-stage.tsx';
import { TextBar } from './text-tools.tsx';
import { TextOnSheet } from './text-on-sheet.tsx';
import { isText, useTextEditing } from './use-text-editing.ts';
import { loadWebFont } from './web-font.ts';
import styles from './page-editor.module.css';

const MODES = ['blocks', 'fields'] as const;

interface PageEditorProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
  /** The uuid of the signature page. */
  page: string;
  roomBelow: number;
}

const ALL_OPEN: ReadonlySet<string> = new Set();
const NO_MARKED: MarkedCounts = new Map();
const NO_BLOCKS: readonly PageBlock[] = [];

/** The editor of one signature page: its sheets with movable blocks, beside the fields of the selected block. */
export function PageEditor({ deal, snapshot, page, roomBelow }: PageEditorProps) {
  const db = useMirror();
  const { uuid, isDeedTransaction } = deal;
  const view = useMemo(
    () => signaturePagesView(db, { uuid, isDeedTransaction }),
    [db, uuid, isDeedTransaction],
  );
  const pages = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const documents = useDocuments(deal, snapshot, pages);
  if (!pages || snapshot.state !== 'ready') return null;
  const document = documents.find((each) => each.pages.some(({ row }) => row.uuid === page));
  return (
    <section
      className={styles.screen}
      aria-label={EDITOR.stage}
      style={{ paddingBottom: `calc(var(--space-5) + ${roomBelow}px)` }}
    >
      <BackLink to={`/transaction/${deal.uuid}/signature-pages`}>{EDITOR.back}</BackLink>
      {document ? (
        <OpenPage key={page} deal={deal} documents={documents} document={document} page={page} />
      ) : (
        <EmptyState icon={<FileX aria-hidden="true" />} title={EDITOR.goneTitle}>
          {EDITOR.gone}
        </EmptyState>
      )}
    </section>
  );
}

function useDocuments(
  deal: TransactionRow,
  snapshot: ChecklistSnapshot,
  pages: PagesByItem | null,
): GalleryDocument[] {
  const format = useNumbering(deal);
  const paper = deal.paperSize ?? 'letter';
  return useMemo(
    () =>
      pages
        ? galleryDocuments(
            checklistRows(snapshot, { collapsed: ALL_OPEN, format }),
            { pages, marked: NO_MARKED },
            paper,
          )
        : [],
    [snapshot, format, pages, paper],
  );
}

interface OpenPageProps {
  deal: TransactionRow;
  /** All documents of the deal. */
  documents: readonly GalleryDocument[];
  document: GalleryDocument;
  page: string;
}

function OpenPage({ deal, documents, document, page }: OpenPageProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEditDeal = useMayEdit();
  const [selected, select] = useState<string | null>(null);
  const [signer, setSigner] = useState<string | null>(null);
  const [mode, setMode] = useState<EditorMode>('blocks');
  const { announce, region } = useAnnouncer(EDITOR.blocks);
  const shown = document.pages.find(({ row }) => row.uuid === page);
  const isSent = shown?.isSent ?? false;
  const mayEdit = mayEditDeal && !isSent;
  const sheets = useMemo(
    () => document.sheets.filter((each) => each.page.row.uuid === page),
    [document, page],
  );
  const pages = useMemo(() => documents.flatMap((each) => each.pages), [documents]);
  const saved = shown?.design?.blocks ?? NO_BLOCKS;
  const edit = (changed: PageBlock[], removed: string[] = []) => {
    const put = blockEdits(saved, changed);
    if (put.length + removed.length > 0)
      act(
        ACTS.block,
        editSignaturePages(db, {
          transaction: deal.uuid,
          pages: [{ uuid: page, blocks: { put, removed } }],
        }),
      );
  };
  const text = useTextEditing(saved, edit);
  const { blocks } = text;
  const current = sheets.find(({ signers }) => signers[0]?.id === signer) ?? sheets[0];
  const preview = useMemo(() => (current ? [withBlocks(current, blocks)] : []), [current, blocks]);
  const { layouts, fonts, problem } = useSheetLayouts(preview);
  const font = current?.toLayOut.design.font;
  useEffect(() => {
    // Load all styles of the font, so that they are on the device if the network is lost.
    if (font && fonts) void loadWebFont(font, fonts);
  }, [font, fonts]);
  // Keep showing the previous layout while the page is laid out again.
  const fresh = preview[0] && layouts.get(preview[0].key);
  const [last, setLast] = useState(fresh);
  if (fresh && fresh !== last) setLast(fresh);
  const layout = fresh ?? last;
  const stages = useRef<HTMLDivElement>(null);
  const openSheet =
    text.open?.sheet ??
    layout?.sheets.findIndex((sheet) => sheet.blocks.some(({ block }) => block === text.open?.block));
  // The block is mounted again in the next frame. Focus it for keyboard users.
  const returnTo = (block: string) => requestAnimationFrame(() => focusBlock(stages.current, block));
  const editedText = (box: BlockBox, sheetWidth: number) => {
    const block = blocks.find(({ id }) => id === box.block);
    if (!block || !isText(block) || !fonts || !current) return null;
    return (
      <TextOnSheet
        key={block.id}
        block={block}
        box={box}
        sheetWidth={sheetWidth}
        design={current.toLayOut.design}
        fonts={fonts}
        caret={text.open?.caret ?? 'end'}
        onType={text.type}
        onDone={({ keep, focus }) => {
          text.end(keep);
          if (focus) returnTo(block.id);
        }}
      />
    );
  };
  const tabs = <EditorTabs mode={mode} onMode={setMode} />;
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.name} dir="auto">
          {document.name}
        </h2>
        {sheets.length > 1 ? (
          <SelectField
            label={EDITOR.signer}
            options={sheets.map(
              ({ signers }) => [signers[0]?.id ?? '', signers.map(signerName).join('; ')] as const,
            )}
            value={current?.signers[0]?.id ?? ''}
            onChoose={setSigner}
          />
        ) : (
          <p className={styles.who} dir="auto">
            {current?.signers.map(signerName).join('; ') || PAGES.noSigner}
          </p>
        )}
      </header>
      {problem === null ? null : (
        <Callout tone="warning" role="status">
          {PAGES.notLaidOut[problem]}
        </Callout>
      )}
      {isSent && mode === 'blocks' ? (
        <Callout tone="info" role="status">
          {EDITOR.locked}
        </Callout>
      ) : null}
      {shown?.problem == null ? null : (
        <Callout tone="danger" role="alert">
          {WARNINGS.unreadable}
        </Callout>
      )}
      {mode === 'fields' && fonts && layout && current ? (
        <SheetFields
          key={current.signers[0]?.id ?? ''}
          transaction={deal.uuid}
          page={page}
          sheets={layout.sheets}
          fonts={fonts}
          signers={current.signers}
          sheetsOfAll={sheets}
          announce={announce}
        >
          {tabs}
        </SheetFields>
      ) : (
        <div className={styles.columns}>
          <div ref={stages} className={styles.sheets}>
            {fonts && current
              ? layout?.sheets.map((sheet, at) => {
                  const isOpen = openSheet === at && mayEdit;
                  const box = isOpen
                    ? sheet.blocks.find(({ block }) => block === text.open?.block)
                    : undefined;
                  return (
                    <SheetStage
                      key={at}
                      sheet={sheet}
                      fonts={fonts}
                      label={PAGES.sheetOf(at + 1, layout.sheets.length)}
                      frame={frameOf(current.toLayOut.paper, current.toLayOut.design.margins)}
                      blocks={blocks}
                      selected={selected}
                      onSelect={select}
                      onEdit={mayEdit ? edit : null}
                      onOpenText={(block, caret) => text.begin({ block, sheet: at, caret })}
                      edited={box?.block ?? null}
                      announce={announce}
                    >
                      {box ? editedText(box, sheet.width) : null}
                    </SheetStage>
                  );
                })
              : null}
            {mayEdit && text.open ? (
              <TextBar
                transaction={deal.uuid}
                onDone={() => {
                  text.end(true);
                  if (text.open) returnTo(text.open.block);
                }}
              />
            ) : null}
          </div>
          {mayEdit && shown?.design ? (
            <BlockPanel
              deal={deal}
              page={shown}
              pages={pages}
              blocks={blocks}
              selected={selected}
              openText={text.open?.block ?? null}
              onSelect={select}
              onOpenText={(block) => text.begin({ block, sheet: null, caret: 'end' })}
              onAdded={(block) => text.begin({ block, sheet: null, caret: 'all' })}
              onEdit={edit}
            >
              {tabs}
            </BlockPanel>
          ) : null}
        </div>
      )}
      {region}
    </>
  );
}

function focusBlock(stages: HTMLElement | null, id: string): void {
  for (const button of stages?.querySelectorAll('button') ?? [])
    if (button.dataset['block'] === id) {
      button.focus();
      return;
    }
}

type EditorMode = 'blocks' | 'fields';

interface EditorTabsProps {
  mode: EditorMode;
  onMode: (mode: EditorMode) => void;
}

/** Switches between editing the blocks of the page and the fields that its signatories fill in. */
function EditorTabs({ mode, onMode }: EditorTabsProps) {
  return (
    <div className={styles.modes} role="group" aria-label={EDITOR.modes}>
      {MODES.map((each) => (
        <Button key={each} look="quiet" aria-pressed={each === mode} onClick={() => onMode(each)}>
          {EDITOR.modeNames[each]}
        </Button>
      ))}
    </div>
  );
}
