import type { Page } from 'playwright-core';

/** The visible content of a signing room. */
export interface RoomScreen {
  heading: string;
  /** The number in “1 of 2 pages signed”. */
  signed: number | null;
  /** The number of the visible page, starting at 1, and the number of pages. */
  page: { at: number; of: number } | null;
  alert: string;
  /** The labels of the enabled buttons. */
  buttons: string[];
}

export async function readScreen(page: Page): Promise<RoomScreen> {
  return page.evaluate(() => {
    const textOf = (selector: string) => document.querySelector(selector)?.textContent?.trim() ?? '';
    const shown = document.body.textContent ?? '';
    const [, signed] = /(\d+) of \d+ pages? signed/.exec(shown) ?? [];
    const [, at, of] = /Page (\d+) of (\d+)/.exec(textOf('nav[aria-label="Pages"] > span')) ?? [];
    return {
      heading: textOf('h1'),
      signed: signed === undefined ? null : Number(signed),
      page: at === undefined || of === undefined ? null : { at: Number(at), of: Number(of) },
      alert: textOf('[role="alert"]'),
      buttons: [...document.querySelectorAll('button:not(:disabled)')].map((each) => each.textContent ?? ''),
    };
  });
}

/** A press of a button in a room. */
export interface Press {
  /** The link's token. */
  token: string;
  button: string;
  /** The number of the visible page, starting at 1; 0 = none. */
  page: number;
  /**
   * 2 for the second click of a double click. It confirms nothing, because nobody has read the page that it
   * hits.
   */
  detail: number;
  /** The outline of the signature in the room. */
  signature: string;
  city: string;
}

/** The function that rooms call to report presses. */
export const REPORT = 'counterpartPressed';

/** Runs in every page before its own scripts. */
export function reportPresses(): void {
  document.addEventListener(
    'click',
    ({ target, detail }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (!button || button.disabled) return;
      const place = document.querySelector('nav[aria-label="Pages"] > span')?.textContent ?? '';
      const ink = document.querySelector('svg[role="img"][aria-label^="Signature:"] path');
      const city = [...document.querySelectorAll('input[type="text"]')].find(
        (each) => each instanceof HTMLInputElement && each.placeholder === 'City',
      );
      const press = {
        token: location.pathname.split('/').at(-1) ?? '',
        button: button.textContent?.trim() ?? '',
        page: Number(/Page (\d+)/.exec(place)?.[1] ?? 0),
        detail,
        signature: ink?.getAttribute('d') ?? '',
        city: city instanceof HTMLInputElement ? city.value : '',
      };
      const report: unknown = Reflect.get(globalThis, 'counterpartPressed');
      if (typeof report === 'function') report(press);
    },
    true,
  );
}
