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
  /** A footer is on several sheets. Null = the first that has the block, which may not be laid out yet. */
  readonly sheet: number | null;
  readonly caret: Caret;
}

interface OpenText extends TextToOpen {
  /** The block with what has been typed; null = nothing yet. */
  readonly draft: OwnText | null;
}

/** A block that has a text of its own. */
type OwnText = TextBlock | FooterBlock;

export interface TextEditing {
  readonly open: OpenText | null;
  /** The blocks of the page with what has been typed. */
  readonly blocks: readonly PageBlock[];
  readonly begin: (text: TextToOpen) => void;
  readonly type: (content: Paragraph[]) => void;
  readonly end: (keep: boolean) => void;
}

/**
 * Edits the text of one block at a time. Text is kept when the user leaves it, even if somebody else has removed its block meanwhile;
 * a block without text is removed.
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
    // If the block gets to another sheet while it is typed, the caret goes on at its end.
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

/** Returns the blocks with what has been typed. A text that somebody else has removed meanwhile stays on the page. */
export function withDraft(saved: readonly PageBlock[], draft: OwnText): readonly PageBlock[] {
  if (!saved.some(({ id }) => id === draft.id)) return [...saved, draft];
  return saved.map((block) =>
    block.id === draft.id && isText(block) ? { ...block, content: draft.content } : block,
  );
}

/** Returns the edit that keeps what has been typed; null if there is nothing to keep. */
export function editOf(
  draft: OwnText,
  saved: readonly PageBlock[],
): { put: PageBlock[]; removed: string[] } | null {
  const before = saved.find(({ id }) => id === draft.id);
  if (plainText(draft.content).trim() === '') return before ? { put: [], removed: [draft.id] } : null;
  const after = withDraft(saved, draft).find(({ id }) => id === draft.id);
  return after && JSON.stringify(after) !== JSON.stringify(before) ? { put: [after], removed: [] } : null;
}

/** Returns whether a block has a text of its own. */
export function isText(block: PageBlock): block is OwnText {
  return ['text', 'lead_in', 'witness', 'footer'].includes(block.kind);
}
