import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Default layout animation of docs/product/app-shell.md, "Timings", ms. */
const LAYOUT_ANIMATION = 450;

/**
 * Lets rows glide from where they stood to where they stand. Only those on the screen are touched, by an animation of
 * the compositor; a list that is shown for the first time, and people who want less motion, get none.
 *
 * @param shownRows the rows on the screen, by uuid, and how far below the list's top each stands, px
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
    // The same rows again: it was scrolled, or something in a row changed.
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
