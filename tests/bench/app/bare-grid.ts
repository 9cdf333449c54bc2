import type { Page } from 'playwright-core';
import { waitUntilIdle } from './app-site.ts';

/** The label of the bare grid's line in the report. */
export const BARE_GRID =
  'limit: bare DOM code in the same page, as many cells with the same texts, one element each, reused, without labels';

/**
 * Replaces the page with a grid of bare elements that has the same size and as many cells as the page's own.
 * It shows how long the browser itself takes to show other cells. Its role is also `grid`, so that
 * `scrollGrid` finds it.
 */
export async function putBareGrid(page: Page): Promise<void> {
  await page.evaluate(() => {
    const grid = document.querySelector<HTMLElement>('[role=grid]');
    const cell = grid?.querySelector<HTMLElement>('[role=gridcell]');
    const name = cell?.parentElement?.querySelector<HTMLElement>('[role=rowheader]');
    if (!grid || !cell || !name) throw new Error('There is no grid to compare with.');
    const place = grid.getBoundingClientRect();
    const height = name.getBoundingClientRect().height;
    const { width } = cell.getBoundingClientRect();
    const first = name.getBoundingClientRect().width;
    const texts = Array.from(grid.querySelectorAll('[role=gridcell]'), ({ textContent }) => textContent);
    const rows = Math.ceil(place.height / height) + 1;
    const columns = Math.ceil((place.width - first) / width) + 1;
    const inside = { height: grid.scrollHeight, width: grid.scrollWidth };

    const put = (parent: HTMLElement, css: string): HTMLElement => {
      const element = document.createElement('div');
      element.style.cssText = `box-sizing: border-box; ${css}`;
      parent.append(element);
      return element;
    };
    document.body.replaceChildren();
    const box = put(
      document.body,
      `position: fixed; top: ${place.top}px; left: ${place.left}px; width: ${place.width}px; height: ${place.height}px; overflow: auto`,
    );
    box.setAttribute('role', 'grid');
    const canvas = put(box, `position: relative; height: ${inside.height}px; width: ${inside.width}px`);
    const line = 'border: solid #ddd; border-width: 0 1px 1px 0; white-space: nowrap';
    const pool = Array.from({ length: rows }, () => {
      const row = put(canvas, `position: absolute; display: flex; left: 0; right: 0; height: ${height}px`);
      const header = put(
        row,
        `position: sticky; left: 0; flex: none; width: ${first}px; background: #fff; ${line}`,
      );
      const cells = Array.from({ length: columns }, () =>
        put(row, `flex: none; width: ${width}px; text-align: center; ${line}`),
      );
      return { row, header, cells };
    });
    const show = (): void => {
      const top = Math.max(
        0,
        Math.min(Math.floor(box.scrollTop / height), Math.floor(inside.height / height) - rows),
      );
      const left = Math.max(
        0,
        Math.min(Math.floor(box.scrollLeft / width), Math.floor((inside.width - first) / width) - columns),
      );
      for (const [at, { row, header, cells }] of pool.entries()) {
        row.style.top = `${(top + at) * height}px`;
        header.textContent = `Row ${top + at}`;
        for (const [column, each] of cells.entries()) {
          if (column === 0) each.style.marginLeft = `${left * width}px`;
          each.textContent = texts[((top + at) * 31 + left + column) % texts.length] ?? '';
        }
      }
    };
    box.addEventListener('scroll', show, { passive: true });
    show();
  });
  await waitUntilIdle(page);
}
