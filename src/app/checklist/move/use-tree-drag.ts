import { useEffect, useState } from 'react';
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/pointer-outside-of-preview';
import { extractInstruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item/extract-instruction';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { someItems } from '../checklist-copy.ts';
import type { DropMark } from '../row/checklist-row.tsx';
import { dropPlace, type DropSpot } from './drop-place.ts';
import { blockOf, type Move } from './legal-move.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { ROW_DRAG } from './use-row-drag.ts';

export interface DropHint {
  uuid: string;
  mark: DropMark;
  level: number;
}

interface DropTargetLike {
  element: Element;
  data: Record<string | symbol, unknown>;
}

type Landing = { move: Move; hint: DropHint } | { blocked: string };

interface TreeDrag {
  snapshot: ChecklistSnapshot;
  chosen: ReadonlySet<string>;
  previewClass: string;
  onDragStart: (uuid: string) => void;
  onMove: (move: Move) => void;
}

/**
 * Handles row drags for the whole tree: which block moves, where it may land, and the drop mark. A toast explains a drop
 * that is not allowed. Rows only receive their own mark.
 */
export function useTreeDrag(drag: TreeDrag): DropHint | null {
  const [hint, setHint] = useState<DropHint | null>(null);
  const latest = useLatest(drag);
  useEffect(() => {
    let block: string[] = [];
    const landing = (targets: readonly DropTargetLike[], clientY: number) => {
      const target = targets[0];
      return target ? landingOn(latest.current.snapshot, block, target, clientY) : null;
    };
    return monitorForElements({
      canMonitor: ({ source }) => source.data['type'] === ROW_DRAG,
      onGenerateDragPreview: ({ source, nativeSetDragImage }) => {
        const { snapshot, chosen, previewClass } = latest.current;
        const uuid = String(source.data['uuid']);
        block = blockOf(snapshot, chosen.has(uuid) ? chosen : new Set([uuid]));
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: pointerOutsideOfPreview({ x: '14px', y: '8px' }),
          render: ({ container }) => {
            const label = document.createElement('div');
            label.className = previewClass;
            label.textContent =
              block.length === 1
                ? (snapshot.entries.get(block[0] ?? '')?.name ?? '')
                : someItems(block.length);
            container.append(label);
          },
        });
      },
      onDragStart: ({ source }) => latest.current.onDragStart(String(source.data['uuid'])),
      onDrag: ({ location }) => {
        const { dropTargets, input } = location.current;
        const found = landing(dropTargets, input.clientY);
        const next = found && 'hint' in found ? found.hint : null;
        setHint((last) => (last && next && sameHint(last, next) ? last : next));
      },
      onDrop: ({ location }) => {
        const { dropTargets, input } = location.current;
        const found = landing(dropTargets, input.clientY);
        setHint(null);
        block = [];
        if (!found) return;
        if ('move' in found) latest.current.onMove(found.move);
        else pushToast({ id: `blocked ${found.blocked}`, level: 'info', message: found.blocked });
      },
    });
  }, [latest]);
  return hint;
}

function sameHint(a: DropHint, b: DropHint): boolean {
  return a.uuid === b.uuid && a.mark === b.mark && a.level === b.level;
}

function landingOn(
  snapshot: ChecklistSnapshot,
  block: readonly string[],
  target: DropTargetLike,
  clientY: number,
): Landing | null {
  const spot = asSpot(extractInstruction(target.data));
  const { uuid, expanded, depth } = target.data;
  if (!spot || typeof uuid !== 'string' || typeof depth !== 'number') return null;
  const row = { uuid, expanded: expanded === true };
  const level = spot.type === 'reparent' ? spot.desiredLevel : depth - 1;
  const found = dropPlace(snapshot, block, row, spot);
  if (found && 'move' in found) return { ...found, hint: { uuid, mark: markOf(spot), level } };
  if (spot.type !== 'make-child') return found;
  // If the row can't go inside, try the nearer edge instead. In an expanded row, the lower half means before its first child.
  const { top, height } = target.element.getBoundingClientRect();
  if (row.expanded && clientY >= top + height / 2) return found;
  const beside = { type: clientY < top + height / 2 ? 'reorder-above' : 'reorder-below' } as const;
  const other = dropPlace(snapshot, block, row, beside);
  return other && 'move' in other ? { ...other, hint: { uuid, mark: markOf(beside), level } } : found;
}

function asSpot(instruction: ReturnType<typeof extractInstruction>): DropSpot | null {
  return instruction && instruction.type !== 'instruction-blocked' ? instruction : null;
}

function markOf(spot: DropSpot): DropMark {
  if (spot.type === 'make-child') return 'inside';
  return spot.type === 'reorder-above' ? 'above' : 'below';
}
