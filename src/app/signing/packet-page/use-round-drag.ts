import { useEffect, useState, type RefObject } from 'react';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';

/** Type of a dragged packet in pragmatic-drag-and-drop's data. */
const ROUND_DRAG = 'signing-round-packet';

/** Makes a packet of the signing order draggable by its line. Returns whether it is being dragged. */
export function useRoundDrag(line: RefObject<HTMLElement | null>, packet: string): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    return draggable({
      element,
      getInitialData: () => ({ type: ROUND_DRAG, packet }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [line, packet]);
  return isDragged;
}

/** Lets packets be dropped on a round, or between two rounds. Returns whether a packet is over it. */
export function useRoundDrop(
  place: RefObject<HTMLElement | null>,
  onDrop: RefObject<(packet: string) => void>,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['type'] === ROUND_DRAG,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false);
        const { packet } = source.data;
        if (typeof packet === 'string') onDrop.current(packet);
      },
    });
  }, [place, onDrop]);
  return isOver;
}
