// `npm run screenshots`: takes a screenshot of each screen at three widths, light and dark, into
// docs/screenshots/. `SCREENS=deals,viewer` takes only these. New screens are added in screens.ts.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { testOnNewDevice as test } from './support/counterpart-test.ts';
import type { Screen, Visit } from './support/screen.ts';
import { sampleDeal, screensInside, screensOutside } from './support/screens.ts';

const SCHEMES = ['light', 'dark'] as const;

const FOLDER = 'docs/screenshots';

/** A phone, a tablet and a laptop. The first two are touch devices. */
const SIZES = [
  { width: 390, height: 844, touch: true },
  { width: 1024, height: 768, touch: true },
  { width: 1440, height: 900, touch: false },
] as const;

/** Screens have few colors, and documents appear only in small size. */
const COLORS = 64;

test('takes a screenshot of every screen', { timeout: 1_200_000 }, async ({ person }) => {
  const only = process.env['SCREENS']?.split(',');
  const isAsked = ({ name, unpictured }: Screen) => only?.includes(name) ?? unpictured !== true;
  if (!only) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });

  const debugging = await person.context.newCDPSession(person.page);
  const visit = { person, deal: '' };
  for (const screen of screensOutside.filter(isAsked)) await picture(screen, visit, debugging);
  await person.signIn();
  visit.deal = await sampleDeal(person);
  for (const screen of screensInside.filter(isAsked)) await picture(screen, visit, debugging);
});

async function picture(screen: Screen, visit: Visit, debugging: CDPSession): Promise<void> {
  const { page } = visit.person;
  for (const size of SIZES) {
    await fitTo(page, debugging, size);
    // Some screens measure the available space when they open.
    await screen.open(visit);
    // So that nothing is hovered.
    await page.mouse.move(0, 0);
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      const taken = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: screen.whole });
      await sharp(taken)
        .png({ palette: true, colours: COLORS, compressionLevel: 9, effort: 10 })
        .toFile(join(FOLDER, `${screen.name}-${size.width}-${scheme}.png`));
    }
  }
}

async function fitTo(page: Page, debugging: CDPSession, size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  await debugging.send('Emulation.setTouchEmulationEnabled', { enabled: size.touch });
}

/**
 * Waits for lists, which lay themselves out in the frames after a change of size and then request pictures.
 */
async function settled(page: Page): Promise<void> {
  // On a device that may have an on-screen keyboard, a dialog with a field stays hidden until the keyboard
  // has opened.
  await page.waitForFunction(() => !document.querySelector('[data-modal][style*="opacity: 0"]'));
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const { innerWidth, innerHeight } = window;
    const seen = [...document.images].filter((image) => {
      const { right, bottom, left, top } = image.getBoundingClientRect();
      return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    });
    await Promise.all(seen.map(async (image) => image.decode().catch(() => undefined)));
  });
}
