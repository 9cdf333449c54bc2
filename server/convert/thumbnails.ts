/** The maximum number of pages. Longer files are refused. */
export const MOST_PAGES = 5000;
/** The maximum number of likely signature pages. A file with more certainly has some. */
export const MOST_LIKELY_PAGES = 400;

/** The name of a page's picture. `page` counts from 1. */
export function thumbnailName(page: number): string {
  return `page-${String(page).padStart(5, '0')}.png`;
}
