import { choose } from '../signing/edit-groups.ts';
import { createPacket, linkTo, prepareSigner, sendPacket } from '../signing/mailed-room.ts';
import { signedDeal } from '../signing/signed-deal.ts';
import type { Site } from './person.ts';
import { elsewhere } from './prepared-deal.ts';
import type { Screen, Visit } from './screen.ts';

const WAIT = { timeout: 60_000 };

const ROWS = `Investor\tEntity type\tSignatory\tTitle\tE-mail
Alpha Capital Group, L.P.\ta Delaware limited partnership\tJane Doe\tPresident\tjane@alpha.example
Alpha Capital Group, L.P.\t\tJ. Doe\tSecretary\tjane@alpha.example
Beta Ventures, LLC\ta New York limited liability company\tOmar Reyes\tManager\tomar reyes@beta.example
\t\tWei Chen\t\twei@chen.example`;

interface PreparedDeals {
  /** A deal in which Jane Doe’s packet was sent and Omar Reyes’s is ready to send. */
  packets: { deal: string; packet: string; email: string };
  /** A deal with a prepared release. */
  closing: string;
}

const prepared = new WeakMap<Site, Promise<PreparedDeals>>();

/** Returns deals that are further along than the sample. They are created when they are first needed. */
async function preparedDeals({ person: { site } }: Visit): Promise<PreparedDeals> {
  const deals = prepared.get(site) ?? prepareDeals(site);
  prepared.set(site, deals);
  return deals;
}

async function prepareDeals(site: Site): Promise<PreparedDeals> {
  const client = await elsewhere(site);
  const { deal, jane, email } = await prepareSigner(site, 'Project Rowan');
  const packet = await sendPacket(site, { deal, jane });
  const omar = { transaction: deal, full_name: 'Omar Reyes', email: 'omar@rowan.example' };
  const { uuid: signatory } = (await client.post('/signatory', omar)).body;
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  for (const { uuid: item } of items) await client.post('/assignments/assignment', { item, signatory });
  await createPacket(site, deal, signatory);

  const { deal: closing } = await signedDeal(site, 'Project Hazel');
  const { body: documents } = await client.get(`/transactions/item?transaction=${closing}`);
  await client.post('/transactions/release', {
    transaction: closing,
    items: documents.map(({ uuid }: { uuid: string }) => uuid),
    effective_date: '2026-03-02',
    conditions: [{ text: 'Funds received' }, { text: 'Payoff letter signed' }],
  });
  return { packets: { deal, packet, email }, closing };
}

async function openTab({ person: { page, url } }: Visit, deal: string, tab: string): Promise<void> {
  await page.goto(`${url}/transaction/${deal}/${tab}`);
}

async function openSignatories(visit: Visit, deal = visit.deal): Promise<void> {
  await openTab(visit, deal, 'signatories');
  await visit.person.page.getByRole('button', { name: 'Add many' }).waitFor(WAIT);
}

async function openAddMany(visit: Visit): Promise<void> {
  await openSignatories(visit);
  await visit.person.page.getByRole('button', { name: 'Add many' }).click();
  await visit.person.page.getByRole('textbox', { name: 'Rows' }).waitFor(WAIT);
}

/**
 * Screens of signing, some of them in deals that are created for them. They come last, so that screenshots of
 * the other screens don't show these deals.
 */
export const signingScreens: readonly Screen[] = [
  {
    name: 'signatory-panel',
    open: async (visit) => {
      const { page } = visit.person;
      await openSignatories(visit);
      await page
        .getByRole('grid', { name: 'Signatories' })
        .locator('[data-uuid]')
        .filter({ hasText: /^Northgate Instruments/ })
        .click();
      await page.getByRole('complementary', { name: 'Signatory details' }).waitFor();
    },
  },
  { name: 'add-many', open: openAddMany },
  {
    name: 'add-many-preview',
    open: async (visit) => {
      const { page } = visit.person;
      await openAddMany(visit);
      await page.getByRole('textbox', { name: 'Rows' }).evaluate((field, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, ROWS);
      await page.getByRole('table', { name: 'Rows of the list' }).waitFor(WAIT);
    },
  },
  {
    name: 'copy-signatories',
    open: async (visit) => {
      const { page } = visit.person;
      const { closing } = await preparedDeals(visit);
      await openSignatories(visit, closing);
      await page.getByRole('button', { name: 'Copy from another transaction' }).click();
      await page.getByRole('menuitem', { name: /Project Alder/ }).click(WAIT);
      await page.getByRole('menuitem', { name: /Helena Marsh/ }).click(WAIT);
    },
  },
  {
    name: 'assign-documents',
    open: async (visit) => {
      const { page } = visit.person;
      await openTab(visit, visit.deal, 'signatures');
      // In a small window, the columns' headers may cover it.
      await page
        .getByRole('rowheader', { name: 'Stock Purchase Agreement' })
        .dispatchEvent('click', undefined, WAIT);
      await page.getByRole('button', { name: 'Assign to…' }).click();
      await page.getByRole('dialog').getByRole('menuitem', { name: 'Buyers' }).waitFor(WAIT);
    },
  },
  {
    name: 'leave-group',
    open: async (visit) => {
      await openTab(visit, visit.deal, 'signing-groups');
      await choose(visit.person, 'Helena Marsh', 'Remove from group');
      await visit.person.page.getByRole('alertdialog').waitFor(WAIT);
    },
  },
  {
    name: 'document-signatures',
    open: async (visit) => {
      const { page } = visit.person;
      await visit.person.openChecklist(visit.deal);
      await visit.person.row('Stock Purchase Agreement').click();
      const details = page.getByRole('button', { name: 'Details and notes' });
      if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
      const signatures = page.getByRole('region', { name: 'Signatures', exact: true });
      await signatures.getByText('Helena Marsh').first().waitFor(WAIT);
      await signatures.evaluate((section) => section.scrollIntoView());
    },
  },
  {
    name: 'packet',
    open: async (visit) => {
      const { page } = visit.person;
      const { deal, packet } = (await preparedDeals(visit)).packets;
      await openTab(visit, deal, `packets/${packet}`);
      await page.getByRole('img', { name: 'Page 1: Purchase Agreement' }).waitFor(WAIT);
    },
  },
  {
    name: 'send-packet',
    open: async (visit) => {
      const { page } = visit.person;
      const { deal } = (await preparedDeals(visit)).packets;
      await openTab(visit, deal, 'packets');
      await page.getByRole('button', { name: 'Send packet to Omar Reyes' }).click(WAIT);
      await page.getByRole('dialog').getByRole('img', { name: 'Page 1: Purchase Agreement' }).waitFor(WAIT);
    },
  },
  {
    name: 'release',
    open: async (visit) => {
      const { closing } = await preparedDeals(visit);
      await openTab(visit, closing, 'closing');
      await visit.person.page
        .getByRole('region', { name: 'Release', exact: true })
        .getByText(/^2 documents · effective/)
        .waitFor(WAIT);
    },
  },
  {
    name: 'signing-room',
    open: async (visit) => {
      const { page } = visit.person;
      const { email } = (await preparedDeals(visit)).packets;
      await page.goto(await linkTo(visit.person, email));
      await page.getByRole('heading', { name: 'Documents for you to sign' }).waitFor(WAIT);
    },
  },
];
