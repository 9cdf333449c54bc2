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
  /** What has been typed; null = nothing yet. */
  readonly draft: Paragraph[] | null;
}

export interface TextEditing {
  readonly open: OpenText | null;
  /** The blocks of the page with what has been typed. */
  readonly blocks: readonly PageBlock[];
  readonly begin: (text: TextToOpen) => void;
  readonly type: (content: Paragraph[]) => void;
  readonly end: (keep: boolean) => void;
}

/** Edits the text of one block at a time. Text is kept when the user leaves it; a block without text is removed. */
export function useTextEditing(
  saved: readonly PageBlock[],
  onEdit: (put: PageBlock[], removed?: string[]) => void,
): TextEditing {
  const [open, setOpen] = useState<OpenText | null>(null);
  const keep = () => {
    const block = saved.find(({ id }) => id === open?.block);
    if (!open?.draft || !block || !isText(block)) return;
    if (plainText(open.draft).trim() === '') onEdit([], [block.id]);
    else if (JSON.stringify(open.draft) !== JSON.stringify(block.content))
      onEdit([{ ...block, content: open.draft }]);
  };
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  // The page may unmount while the user types, for example when the session ends: keep what they typed.
  useEffect(() => () => latest.current(), []);
  const blocks = useMemo(
    () =>
      saved.map((block) =>
        open?.draft && block.id === open.block && isText(block) ? { ...block, content: open.draft } : block,
      ),
    [saved, open],
  );
  return {
    open,
    blocks,
    begin: (text) => {
      keep();
      setOpen({ ...text, draft: null });
    },
    // If the block gets to another sheet while it is typed, the caret goes on at its end.
    type: (draft) => setOpen((since) => since && { ...since, caret: 'end', draft }),
    end: (isKept) => {
      if (isKept) keep();
      setOpen(null);
    },
  };
}

/** Returns whether a block has a text of its own. */
export function isText(block: PageBlock): block is TextBlock | FooterBlock {
  return ['text', 'lead_in', 'witness', 'footer'].includes(block.kind);
}
