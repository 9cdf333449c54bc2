import { expect, test } from 'vitest';
import { axeFindings, COLOR_RULES } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';

test('the accessibility check finds a button without a name and text with low contrast', async () => {
  const profile = await openProfile({ still: true, shell: true });
  const page = await profile.context.newPage();
  await page.setContent(
    '<html lang="en"><title>A page</title><main><h1>A page</h1><p style="color: #ccc">Pale words</p><button></button></main>',
  );
  const rules = (findings: string[]) => findings.map((each) => each.slice(0, each.indexOf(':')));
  expect(rules(await axeFindings(page))).toEqual(['button-name', 'color-contrast']);
  expect(rules(await axeFindings(page, COLOR_RULES))).toEqual(['color-contrast']);
  await profile.close();
});
