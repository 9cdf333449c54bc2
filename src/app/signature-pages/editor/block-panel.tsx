import type { ReactNode } from 'react';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import type { PageBlock, SignatureBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  addableBlocks,
  addBlock,
  type AddedBlock,
} from '../../../contract/rules/signature-page/design/add-block.ts';
import type { ShownPage } from '../../../db/queries/signing/pages/signature-pages.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { LookPanel } from '../gallery/look-panel.tsx';
import { ACTS, EDITOR } from '../gallery/pages-copy.ts';
import { blockName } from './block-name.ts';
import { SavedDesigns } from './saved-designs.tsx';
import { StyleFields } from './style-fields.tsx';
import { TextOfOthers } from './text-of-others.tsx';
import { TextTools } from './text-tools.tsx';
import { isText } from './use-text-editing.ts';
import styles from './page-editor.module.css';
import { deleteRow } from '../../../db/commands/collections/standard-commands.ts';

interface BlockPanelProps {
  deal: TransactionRow;
  page: ShownPage;
  /** All generated pages of the deal. */
  pages: readonly ShownPage[];
  blocks: readonly PageBlock[];
  selected: string | null;
  /** The block whose text is being edited. */
  openText: string | null;
  onSelect: (block: string | null) => void;
  onOpenText: (block: string) => void;
  /** Called when a text was added. */
  onAdded: (block: string) => void;
  onEdit: (put: PageBlock[], removed?: string[]) => void;
  /** Shown above the panel. */
  children: ReactNode;
}

/** The text of the page, the actions on the selected block, and the page's appearance. */
export function BlockPanel(props: BlockPanelProps) {
  const { deal, page, pages, blocks, selected, openText, onSelect, onOpenText, onAdded, onEdit, children } =
    props;
  const db = useMirror();
  const act = useCarryOutAct();
  const block = blocks.find(({ id }) => id === selected);
  const add = (kind: AddedBlock) => {
    const put = addBlock(blocks, { kind, id: newUuid(), below: selected, text: EDITOR.newText });
    const added = put.find(({ id }) => !blocks.some((each) => each.id === id));
    onEdit(put);
    onSelect(added?.id ?? null);
    if (kind === 'text' && added) onAdded(added.id);
  };
  const isLast = block?.kind === 'signature' && blocks.filter(isSignature).length === 1;
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
          {isText(block) ? (
            <TextTools
              transaction={deal.uuid}
              block={block}
              isOpen={openText === block.id}
              onOpen={() => onOpenText(block.id)}
              onEdit={onEdit}
            />
          ) : null}
          {isLast ? null : (
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
      <div className={styles.adding} role="group" aria-label={EDITOR.addBlocks}>
        {addableBlocks(blocks).map((kind) => (
          <Button key={kind} icon={<Plus aria-hidden="true" />} onClick={() => add(kind)}>
            {EDITOR.add[kind]}
          </Button>
        ))}
      </div>
      {page.signatures === 0 ? (
        <Button
          icon={<Trash aria-hidden="true" />}
          onClick={() => {
            const { uuid, transaction } = page.row;
            act(ACTS.delete, deleteRow(db, 'signaturePages', { transaction, uuid }), ACTS.deleted);
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
