import { useEffect, type RefObject } from 'react';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item/attach-instruction';

/** Type of a dragged checklist row in pragmatic-drag-and-drop's data. */
export const ROW_DRAG = 'checklist-row';

/** Width of one level, px. The hitbox counts levels by it, and the style sheet indents by it. */
export const INDENT = 22;

interface RowDrag {
  uuid: string;
  depth: number;
  expanded: boolean;
  lastOfGroup: boolean;
  /** Whether dragging and dropping is off for this row. */
  still: boolean;
}

/** Makes a row draggable and a drop target. The tree's monitor decides what a drop does. */
export function useRowDrag(
  row: RefObject<HTMLElement | null>,
  name: RefObject<HTMLElement | null>,
  { uuid, depth, expanded, lastOfGroup, still }: RowDrag,
): void {
  useEffect(() => {
    const element = row.current;
    // While the row is renamed, the text in it must be selectable.
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
              // Count levels from the name, not from the number before it.
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
