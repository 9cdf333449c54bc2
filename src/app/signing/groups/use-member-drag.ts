import { useEffect, useState, type RefObject } from 'react';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { useLatest } from '../../lib/use-latest.ts';

/** Type of a dragged member in pragmatic-drag-and-drop's data. */
const MEMBER_DRAG = 'signing-group-member';

/** Where a dragged member would land: on that side of another member, or at the end of the group if null. */
export interface MemberDrop {
  group: string;
  member: string | null;
  side: 'above' | 'below';
}

/** Makes a member draggable by its line, and lets other members be dropped above and below it. */
export function useMemberDrag(
  line: RefObject<HTMLElement | null>,
  { group, member, still }: { group: string; member: string; still: boolean },
): void {
  useEffect(() => {
    const element = line.current;
    if (!element || still) return undefined;
    return combine(
      draggable({ element, getInitialData: () => ({ type: MEMBER_DRAG, member }) }),
      dropTargetForElements({
        element,
        canDrop: isMember,
        getData: ({ input }) =>
          attachClosestEdge({ group, member }, { element, input, allowedEdges: ['top', 'bottom'] }),
      }),
    );
  }, [line, group, member, still]);
}

/** Lets members be dropped anywhere on a group. */
export function useGroupDrop(card: RefObject<HTMLElement | null>, group: string): void {
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    return dropTargetForElements({ element, canDrop: isMember, getData: () => ({ group, member: null }) });
  }, [card, group]);
}

/** Handles drags of members on the screen. Returns where the dragged member would land. */
export function useMemberDrops(onDrop: (member: string, drop: MemberDrop) => void): MemberDrop | null {
  const [drop, setDrop] = useState<MemberDrop | null>(null);
  const latest = useLatest(onDrop);
  useEffect(
    () =>
      monitorForElements({
        canMonitor: isMember,
        onDrag: ({ location }) => {
          const next = dropOf(location.current.dropTargets[0]?.data);
          setDrop((last) => (isSameDrop(last, next) ? last : next));
        },
        onDrop: ({ source, location }) => {
          setDrop(null);
          const found = dropOf(location.current.dropTargets[0]?.data);
          const { member } = source.data;
          if (found && typeof member === 'string') latest.current(member, found);
        },
      }),
    [latest],
  );
  return drop;
}

function isMember({ source }: { source: { data: Record<string, unknown> } }): boolean {
  return source.data['type'] === MEMBER_DRAG;
}

function dropOf(data: Record<string | symbol, unknown> | undefined): MemberDrop | null {
  if (!data || typeof data['group'] !== 'string') return null;
  const { group, member } = data;
  const side = extractClosestEdge(data) === 'top' ? 'above' : 'below';
  return { group, member: typeof member === 'string' ? member : null, side };
}

function isSameDrop(one: MemberDrop | null, other: MemberDrop | null): boolean {
  return one?.group === other?.group && one?.member === other?.member && one?.side === other?.side;
}
