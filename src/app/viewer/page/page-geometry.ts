/** The size of a page in points, after the rotation that the PDF specifies. */
export interface PageSize {
  width: number;
  height: number;
}

/** The zoom setting; 100 percent is the size on paper. */
export type Zoom = { kind: 'fit-width' } | { kind: 'fit-page' } | { kind: 'percent'; percent: number };

/** CSS pixels per point at 100 percent: there are 96 pixels and 72 points per inch. */
const FULL_SIZE = 96 / 72;

/** The percentages for the zoom buttons, and for Ctrl with + and −. */
export const ZOOM_STEPS = [25, 33, 50, 67, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400] as const;
const LEAST = ZOOM_STEPS[0];
const MOST = ZOOM_STEPS[ZOOM_STEPS.length - 1] ?? LEAST;

/** Space between and around pages, CSS pixels. */
export const PAGE_GAP = 12;

/** The positions of the pages, one below another, in CSS pixels. */
export interface PageLayout {
  /** CSS pixels per point. */
  scale: number;
  tops: readonly number[];
  widths: readonly number[];
  heights: readonly number[];
  /** The height of all pages together, including gaps and margins. */
  height: number;
  width: number;
}

/** A point of the document that stays in place on the screen: a page (from 1), and a fraction of its height. */
export interface Anchor {
  page: number;
  share: number;
}

/** Returns the scale of a zoom setting in a window of that size, CSS pixels per point. */
export function scaleOf(
  zoom: Zoom,
  sizes: readonly PageSize[],
  room: { width: number; height: number },
): number {
  const { width, height } = usualSize(sizes);
  const across = Math.max(1, room.width - 2 * PAGE_GAP) / width;
  switch (zoom.kind) {
    case 'percent':
      return (FULL_SIZE * zoom.percent) / 100;
    case 'fit-width':
      return across;
    case 'fit-page':
      return Math.min(across, Math.max(1, room.height - 2 * PAGE_GAP) / height);
  }
}

/** Returns the most common page size, so that one wide schedule does not make all other pages small. */
function usualSize(sizes: readonly PageSize[]): PageSize {
  const counts = new Map<string, { size: PageSize; count: number }>();
  for (const size of sizes) {
    const key = `${Math.round(size.width)} ${Math.round(size.height)}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { size, count: 1 });
  }
  const [first] = [...counts.values()].toSorted((one, other) => other.count - one.count);
  return first?.size ?? { width: 612, height: 792 };
}

/** Returns a scale in percent of the size on paper, rounded. */
export function percentOf(scale: number): number {
  return Math.round((scale / FULL_SIZE) * 100);
}

/** Returns the next zoom step in or out from a scale. */
export function zoomStep(scale: number, direction: 1 | -1): Zoom {
  const now = percentOf(scale);
  const next =
    direction > 0 ? ZOOM_STEPS.find((step) => step > now) : ZOOM_STEPS.findLast((step) => step < now);
  return { kind: 'percent', percent: next ?? (direction > 0 ? MOST : LEAST) };
}

/** Returns a scale multiplied by a factor, for the wheel and for pinches. */
export function zoomBy(scale: number, factor: number): Zoom {
  const percent = Math.min(MOST, Math.max(LEAST, (scale / FULL_SIZE) * 100 * factor));
  return { kind: 'percent', percent };
}

export function layPages(sizes: readonly PageSize[], scale: number): PageLayout {
  const widths = sizes.map((size) => Math.max(1, Math.floor(size.width * scale)));
  const heights = sizes.map((size) => Math.max(1, Math.floor(size.height * scale)));
  const tops: number[] = [];
  let top = PAGE_GAP;
  for (const height of heights) {
    tops.push(top);
    top += height + PAGE_GAP;
  }
  return { scale, tops, widths, heights, height: top, width: Math.max(0, ...widths) + 2 * PAGE_GAP };
}

/**
 * Returns the first and last page to draw: the visible pages and one on either side, so that the next page is ready when the
 * user scrolls. More would use too much memory: one page may take 60 MB of canvas.
 */
export function pagesToDraw(layout: PageLayout, scrollTop: number, height: number): [number, number] {
  const last = layout.tops.length;
  const first = lastBefore(layout, scrollTop);
  const end = lastBefore(layout, scrollTop + height);
  return [Math.max(1, first - 1), Math.min(last, end + 1)];
}

/** Returns the page (from 1) with the largest visible part; the first one if there is a tie. */
export function pageInView(layout: PageLayout, scrollTop: number, height: number): number {
  const [from, to] = pagesToDraw(layout, scrollTop, height);
  let best = from;
  let most = -1;
  for (let page = from; page <= to; page += 1) {
    const top = layout.tops[page - 1] ?? 0;
    const bottom = top + (layout.heights[page - 1] ?? 0);
    const seen = Math.min(bottom, scrollTop + height) - Math.max(top, scrollTop);
    if (seen > most) {
      best = page;
      most = seen;
    }
  }
  return best;
}

/** Returns the last page (from 1) whose top is at or above `y`; the first page if none is. */
function lastBefore({ tops }: PageLayout, y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Returns the point of the document at `y`. */
export function anchorAt(layout: PageLayout, y: number): Anchor {
  const page = lastBefore(layout, y);
  return { page, share: (y - (layout.tops[page - 1] ?? 0)) / (layout.heights[page - 1] ?? 1) };
}

/** Returns the `y` of a point of the document. */
export function heightOf(layout: PageLayout, { page, share }: Anchor): number {
  return (layout.tops[page - 1] ?? 0) + share * (layout.heights[page - 1] ?? 0);
}

/** Returns the scroll position that puts a page's top at the upper edge. */
export function topOf(layout: PageLayout, page: number): number {
  return Math.max(0, (layout.tops[page - 1] ?? PAGE_GAP) - PAGE_GAP);
}
