import type { ReactNode } from 'react';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import type {
  FooterBlock,
  PageBlock,
  SignatureBlock,
  TextBlock,
} from '../../../contract/entities/signing/signature-page-design.ts';
import {
  addSingleBlock,
  SINGLE_BLOCKS,
  type SingleBlock,
} from '../../../contract/rules/signature-page/add-block.ts';
import { blockText } from '../../../contract/rules/signature-page/move-block.ts';
import { deleteSignaturePage } from '../../../db/commands/signing/signature-pages.ts';
import type { ShownPage } from '../../../db/queries/signing/signature-pages.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { DraftField } from '../../ui/form/draft-field.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { LookPanel } from '../gallery/look-panel.tsx';
import { ACTS, EDITOR } from '../gallery/pages-copy.ts';
import { blockName } from './block-name.ts';
import { SavedDesigns } from './saved-designs.tsx';
import { StyleFields } from './style-fields.tsx';
import { TextOfOthers } from './text-of-others.tsx';
import styles from './page-editor.module.css';

interface BlockPanelProps {
  deal: TransactionRow;
  page: ShownPage;
  /** All generated pages of the deal. */
  pages: readonly ShownPage[];
  blocks: readonly PageBlock[];
  selected: string | null;
  onSelect: (block: string | null) => void;
  onEdit: (put: PageBlock[], removed?: string[]) => void;
  /** What is above it. */
  children: ReactNode;
}

/** The text of the page, what can be done to the selected block, and the look of the page. */
export function BlockPanel(props: BlockPanelProps) {
  const { deal, page, pages, blocks, selected, onSelect, onEdit, children } = props;
  const db = useMirror();
  const act = useCarryOutAct();
  const block = blocks.find(({ id }) => id === selected);
  const add = () => {
    const id = newUuid();
    const y = Math.max(0, ...blocks.filter(({ kind }) => kind !== 'footer').map(({ grid }) => grid.y)) + 1;
    const content = [EDITOR.newText];
    onEdit([{ id, kind: 'text', grid: { x: 0, y, w: 12, h: 1 }, content, text_align: 'left' }]);
    onSelect(id);
  };
  const missing = SINGLE_BLOCKS.filter((kind) => !blocks.some((each) => each.kind === kind));
  const addBack = (kind: SingleBlock) => {
    const put = addSingleBlock(blocks, kind, newUuid());
    onEdit(put);
    onSelect(put[0]?.id ?? null);
  };
  return (
    <aside className={styles.panel} aria-label={EDITOR.blocks}>
      {children}
      <p className={styles.hint}>{EDITOR.hint}</p>
      {block ? (
        <div className={styles.selected}>
          <h3 className={styles.title}>{blockName(block.kind)}</h3>
          {isSignature(block) ? (
            <>
              <StyleFields key={block.id} block={block} onEdit={onEdit} />
              <SavedDesigns transaction={deal.uuid} block={block} onEdit={onEdit} />
            </>
          ) : null}
          {isText(block) ? <TextFields key={block.id} block={block} onEdit={onEdit} /> : null}
          {block.kind === 'signature' ? null : (
            <Button
              icon={<Trash aria-hidden="true" />}
              onClick={() => {
                onEdit([], [block.id]);
                onSelect(null);
              }}
            >
              {EDITOR.remove}
            </Button>
          )}
        </div>
      ) : null}
      <div className={styles.adding}>
        <Button icon={<Plus aria-hidden="true" />} onClick={add}>
          {EDITOR.addText}
        </Button>
        {missing.map((kind) => (
          <Button key={kind} icon={<Plus aria-hidden="true" />} onClick={() => addBack(kind)}>
            {EDITOR.addBack[kind]}
          </Button>
        ))}
      </div>
      {page.signatures === 0 ? (
        <Button
          icon={<Trash aria-hidden="true" />}
          onClick={() => {
            const { uuid, transaction } = page.row;
            act(ACTS.delete, deleteSignaturePage(db, { transaction, uuid }), ACTS.deleted);
          }}
        >
          {EDITOR.deletePage}
        </Button>
      ) : null}
      <TextOfOthers page={page} pages={pages} />
      <LookPanel deal={deal} pages={[page]} single />
    </aside>
  );
}

function isSignature(block: PageBlock): block is SignatureBlock {
  return block.kind === 'signature';
}

function isText(block: PageBlock): block is TextBlock | FooterBlock {
  return ['text', 'lead_in', 'witness', 'footer'].includes(block.kind);
}

function TextFields({
  block,
  onEdit,
}: {
  block: TextBlock | FooterBlock;
  onEdit: (put: PageBlock[]) => void;
}) {
  return (
    <>
      <DraftField
        label={EDITOR.text}
        value={blockText(block)}
        multiline
        onCommit={(text) => onEdit([{ ...block, content: text.split('\n') }])}
      />
      <SelectField
        label={EDITOR.align}
        options={EDITOR.aligns}
        value={block.text_align}
        onChoose={(text_align) => onEdit([{ ...block, text_align }])}
      />
    </>
  );
}
