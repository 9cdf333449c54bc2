import { useEffect, useRef, type RefObject } from 'react';
import { zoomBy, type Zoom } from './page-geometry.ts';

/** How a zoom comes of the scale that there is. */
type Zooming = (scale: number) => Zoom;

/** What a notch of the wheel, or the movement of two fingers on a touchpad, makes of the scale. */
const WHEEL_GAIN = 0.0025;

/**
 * Hears a pinch, on the screen or a touchpad, and the wheel with Ctrl: over the pages they zoom the document and not the
 * whole app. `below`: how far below the upper edge the pointer is, CSS pixels.
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
    const heard = new AbortController();
    const zoom = (factor: number, clientY: number) =>
      latest.current((scale) => zoomBy(scale, factor), clientY - over.getBoundingClientRect().top);
    let apart: number | null = null;
    const options = { signal: heard.signal, passive: false };
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
    return () => heard.abort();
  }, [element]);
}
