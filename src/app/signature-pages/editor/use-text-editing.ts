import { useEffect, useMemo, useRef, useState } from 'react';
import type {
  FooterBlock,
  PageBlock,
  Paragraph,
  TextBlock,
} from '../../../contract/entities/signing/signature-page-design.ts';
import { plainText } from '../../../contract/rules/signature-page/design/page-text.ts';
import type { Caret } from './editable-text.ts';

interface TextToOpen {
  readonly block: string;
  /**
   * The sheet to edit on, because a footer is on several. Null = the first sheet with the block, which may not be laid out yet.
   */
  readonly sheet: number | null;
  readonly caret: Caret;
}

interface OpenText extends TextToOpen {
  /** The block with the typed text; null = nothing typed yet. */
  readonly draft: OwnText | null;
}

/** A block with its own text. */
type OwnText = TextBlock | FooterBlock;

export interface TextEditing {
  readonly open: OpenText | null;
  /** The blocks of the page, with the typed text. */
  readonly blocks: readonly PageBlock[];
  readonly begin: (text: TextToOpen) => void;
  readonly type: (content: Paragraph[]) => void;
  readonly end: (keep: boolean) => void;
}

/**
 * Edits the text of one block at a time. Typed text is kept when the user leaves the block, even if someone else has removed
 * the block in the meantime. A block left without text is removed.
 */
export function useTextEditing(
  saved: readonly PageBlock[],
  onEdit: (put: PageBlock[], removed?: string[]) => void,
): TextEditing {
  const [open, setOpen] = useState<OpenText | null>(null);
  const draft = open?.draft ?? null;
  const keep = () => {
    const edit = draft && editOf(draft, saved);
    if (edit) onEdit(edit.put, edit.removed);
  };
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  // The page may unmount while the user types, for example when the session ends: keep what they typed.
  useEffect(() => () => latest.current(), []);
  const blocks = useMemo(() => (draft ? withDraft(saved, draft) : saved), [saved, draft]);
  return {
    open,
    blocks,
    begin: (text) => {
      keep();
      setOpen({ ...text, draft: null });
    },
    // If the block moves to another sheet while the user types, the caret goes to the end of the text there.
    type: (content) =>
      setOpen((since) => {
        const block = blocks.find(({ id }) => id === since?.block);
        return since && block && isText(block)
          ? { ...since, caret: 'end', draft: { ...block, content } }
          : since;
      }),
    end: (isKept) => {
      if (isKept) keep();
      setOpen(null);
    },
  };
}

/** Returns the blocks with the typed text. A block that someone else has removed in the meantime stays on the page. */
export function withDraft(saved: readonly PageBlock[], draft: OwnText): readonly PageBlock[] {
  if (!saved.some(({ id }) => id === draft.id)) return [...saved, draft];
  return saved.map((block) =>
    block.id === draft.id && isText(block) ? { ...block, content: draft.content } : block,
  );
}

/** Returns the edit that saves the typed text; null if there is nothing to save. */
export function editOf(
  draft: OwnText,
  saved: readonly PageBlock[],
): { put: PageBlock[]; removed: string[] } | null {
  const before = saved.find(({ id }) => id === draft.id);
  if (plainText(draft.content).trim() === '') return before ? { put: [], removed: [draft.id] } : null;
  const after = withDraft(saved, draft).find(({ id }) => id === draft.id);
  return after && JSON.stringify(after) !== JSON.stringify(before) ? { put: [after], removed: [] } : null;
}

/** Returns whether a block has its own text. */
export function isText(block: PageBlock): block is OwnText {
  return ['text', 'lead_in', 'witness', 'footer'].includes(block.kind);
}
