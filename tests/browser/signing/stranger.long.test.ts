import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { testOnNewDevice } from '../support/counterpart-test.ts';
import { pdfsig } from '../../support/signing/verifiers.ts';

const WAIT = { timeout: 60_000 };

/** Clicks, and returns the downloaded file. */
async function download(page: Page, click: () => Promise<void>): Promise<Uint8Array> {
  const [file] = await Promise.all([page.waitForEvent('download', WAIT), click()]);
  return new Uint8Array(await readFile(await file.path()));
}

testOnNewDevice(
  'a newcomer takes the sample transaction from its signature pages to a signed packet with a valid seal, partly without a network',
  async ({ person }) => {
    const { page } = person;
    await person.signIn();
    await page.getByRole('link', { name: /Project Alder/ }).click();
    await page.getByRole('link', { name: 'Signature pages' }).click();
    await page.getByRole('heading', { name: /Stock Purchase Agreement/ }).waitFor(WAIT);

    await page.getByRole('link', { name: 'Packets' }).click();
    await page.getByRole('button', { name: 'Create 7 packets' }).click(WAIT);
    await page.getByText(/no mail server, so emails to signatories aren’t delivered/).waitFor(WAIT);
    await page.getByRole('button', { name: 'Send 6 packets' }).click({ timeout: 120_000 });
    await page.getByText('Left out because they have no email address: Samuel Ortiz').waitFor(WAIT);
    await page.getByRole('dialog').getByRole('button', { name: 'Send 6 packets' }).click();
    await page.getByRole('region', { name: 'With signatories' }).waitFor(WAIT);

    await page.getByRole('link', { name: 'Read them under Mail' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'jreyes@alder.example' })
      .getByRole('button', { name: 'Read' })
      .click(WAIT);
    const mail = await page.getByRole('dialog').innerText();
    const link = /http\S+\/sign\/[\w-]{43}/.exec(mail)?.[0] ?? '';
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(link);
    await page.getByLabel('I agree to sign electronically').check(WAIT);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Use this signature' }).click(WAIT);
    for (const document of [
      'Stock Purchase Agreement',
      'Escrow Agreement',
      'Non-Competition Agreement (Marsh)',
      'Written Consent of the General Partner',
      'Senior Credit Agreement',
    ]) {
      await page.getByRole('heading', { name: document, exact: true }).waitFor(WAIT);
      await page.getByRole('button', { name: 'Sign this page' }).click();
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Finish and send' }).click(WAIT);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor(WAIT);
    await page.getByRole('button', { name: 'Download your signed pages' }).waitFor(WAIT);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${person.url}/`);
    await page.getByRole('link', { name: /Project Alder/ }).click(WAIT);
    await page.getByRole('link', { name: 'Packets' }).click();
    await page.getByRole('link', { name: 'Review 5 signatures' }).click(WAIT);
    await page.getByRole('button', { name: 'Accept 5 signatures' }).click(WAIT);
    await page.getByText('Executed, held for release').first().waitFor(WAIT);
    const sealed = await download(page, async () =>
      page.getByRole('button', { name: 'Download Jonathan Reyes’s packet' }).click(),
    );
    const verdict = await pdfsig(sealed);
    expect(verdict).toContain('Signature Validation: Signature is Valid.');
    expect(verdict).toContain('Total document signed');

    const choose = async () =>
      page
        .getByLabel('PDF file')
        .setInputFiles({ name: 'packet.pdf', mimeType: 'application/pdf', buffer: Buffer.from(sealed) });
    await page.goto(`${person.url}/verify`);
    await choose();
    await page.getByText('sealed by this Counterpart server and hasn’t changed since').waitFor(WAIT);
    await person.context.setOffline(true);
    await page.reload();
    await choose();
    await page.getByText(/^Checked offline, against the certificates/).waitFor(WAIT);
  },
);
