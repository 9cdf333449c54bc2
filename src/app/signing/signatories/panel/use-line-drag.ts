import { useEffect, useState, type RefObject } from 'react';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useLatest } from '../../../lib/use-latest.ts';

/** The side of a line where a dragged line would land. */
export type Landing = 'top' | 'bottom';

interface LineDrag {
  uuid: string;
  /** The list of the line. Lines can only be dragged within their list. */
  list: string;
  /** Whether dragging is off. */
  still: boolean;
  onDrop: (dragged: string, landing: Landing) => void;
}

/** Makes a line draggable by its handle, and a drop target. Returns where a line dragged over it would land. */
export function useLineDrag(
  line: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  { uuid, list, still, onDrop }: LineDrag,
): Landing | null {
  const [landing, setLanding] = useState<Landing | null>(null);
  const latestDrop = useLatest(onDrop);
  useEffect(() => {
    const element = line.current;
    if (!element || !handle.current || still) return undefined;
    return combine(
      draggable({ element, dragHandle: handle.current, getInitialData: () => ({ list, uuid }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list && source.data['uuid'] !== uuid,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setLanding(landingIn(self.data)),
        onDragLeave: () => setLanding(null),
        onDrop: ({ self, source }) => {
          setLanding(null);
          const at = landingIn(self.data);
          if (at) latestDrop.current(String(source.data['uuid']), at);
        },
      }),
    );
  }, [line, handle, uuid, list, still, latestDrop]);
  return landing;
}

function landingIn(data: Record<string | symbol, unknown>): Landing | null {
  const edge = extractClosestEdge(data);
  return edge === 'top' || edge === 'bottom' ? edge : null;
}
