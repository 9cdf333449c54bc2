import { useEffect, useRef, type RefObject } from 'react';
import { zoomBy, type Zoom } from './page-geometry.ts';

/** Computes the new zoom from the current scale. */
type Zooming = (scale: number) => Zoom;

/** How strongly the wheel, or two fingers on a touchpad, changes the scale. */
const WHEEL_GAIN = 0.0025;

/**
 * Handles pinches on the screen or a touchpad, and Ctrl with the wheel. Over the pages, they zoom the document instead of the
 * whole app. `below`: distance of the pointer from the upper edge, CSS pixels.
 */
export function useZoomGestures(
  element: RefObject<HTMLElement | null>,
  onZoom: (zooming: Zooming, below: number) => void,
): void {
  const latest = useRef(onZoom);
  useEffect(() => {
    latest.current = onZoom;
  });
  useEffect(() => {
    const over = element.current;
    if (!over) return undefined;
    const listeners = new AbortController();
    const zoom = (factor: number, clientY: number) =>
      latest.current((scale) => zoomBy(scale, factor), clientY - over.getBoundingClientRect().top);
    let apart: number | null = null;
    const options = { signal: listeners.signal, passive: false };
    over.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(Math.exp(-event.deltaY * WHEEL_GAIN), event.clientY);
      },
      options,
    );
    over.addEventListener(
      'touchmove',
      (event) => {
        const [one, other] = event.touches;
        if (!one || !other) return;
        event.preventDefault();
        const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        if (apart !== null && apart > 0) zoom(now / apart, (one.clientY + other.clientY) / 2);
        apart = now;
      },
      options,
    );
    over.addEventListener('touchend', () => (apart = null), options);
    return () => listeners.abort();
  }, [element]);
}
