/** Longer files are refused. */
export const MOST_PAGES = 5000;
/** A file with more pages that look like signature pages has one in any case. */
export const MOST_LIKELY_PAGES = 400;

/** The name of a page's picture. `page` counts from 1. */
export function thumbnailName(page: number): string {
  return `page-${String(page).padStart(5, '0')}.png`;
}
