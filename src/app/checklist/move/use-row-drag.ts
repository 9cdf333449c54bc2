import { useEffect, type RefObject } from 'react';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item/attach-instruction';

/** Marks what is dragged as a row of a checklist, in pragmatic-drag-and-drop's own store. */
export const ROW_DRAG = 'checklist-row';

/** Width of a level, px; the hitbox counts levels by it, the style sheet indents by it. */
export const INDENT = 22;

interface RowDrag {
  uuid: string;
  depth: number;
  expanded: boolean;
  lastOfGroup: boolean;
  /** It is not to be dragged, nor to be dropped on. */
  still: boolean;
}

/** Makes a row something to drag and something to drop on. What a drop means is decided by the tree's own monitor. */
export function useRowDrag(
  row: RefObject<HTMLElement | null>,
  name: RefObject<HTMLElement | null>,
  { uuid, depth, expanded, lastOfGroup, still }: RowDrag,
): void {
  useEffect(() => {
    const element = row.current;
    // While it is being named the text in it must be selectable.
    if (!element || still) return undefined;
    return combine(
      draggable({ element, getInitialData: () => ({ type: ROW_DRAG, uuid }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['type'] === ROW_DRAG,
        getData: ({ input }) =>
          attachInstruction(
            { uuid, expanded, depth },
            {
              // Levels are counted from where the names begin, not from the number before them.
              element: name.current ?? element,
              input,
              currentLevel: depth - 1,
              indentPerLevel: INDENT,
              mode: expanded ? 'expanded' : lastOfGroup ? 'last-in-group' : 'standard',
            },
          ),
      }),
    );
  }, [row, name, uuid, depth, expanded, lastOfGroup, still]);
}
