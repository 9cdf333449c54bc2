import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Default layout animation of docs/product/app-shell.md, "Timings", ms. */
const LAYOUT_ANIMATION = 450;

/**
 * Animates rows from their old to their new positions. The animation runs on the compositor and only for rows on the
 * screen. It is skipped on the first paint and for users who prefer reduced motion.
 *
 * @param shownRows the rows on the screen, by uuid, and the distance of each from the top of the list, px
 */
export function useRowGlide(
  canvas: RefObject<HTMLElement | null>,
  order: unknown,
  shownRows: () => readonly { uuid: string; top: number }[],
): void {
  const before = useRef<{ order: unknown; tops: Map<string, number> } | null>(null);
  useLayoutEffect(() => {
    const last = before.current;
    const shown = shownRows();
    before.current = { order, tops: new Map(shown.map(({ uuid, top }) => [uuid, top])) };
    // The order has not changed: the list was scrolled, or a row's content changed.
    if (!last || last.order === order || !canvas.current) return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const { uuid, top } of shown) {
      const from = last.tops.get(uuid);
      if (from === undefined || from === top) continue;
      canvas.current
        .querySelector(`[data-uuid="${CSS.escape(uuid)}"]`)
        ?.animate([{ transform: `translateY(${from - top}px)` }, { transform: 'none' }], {
          duration: LAYOUT_ANIMATION,
          easing: 'cubic-bezier(0.22, 1, 0.36, 1)',
        });
    }
  });
}
