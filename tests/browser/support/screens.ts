import { DEAL_PAGES, type DealTab } from '../../../src/app/screens/deal/deal-pages.tsx';
import type { Person } from './person.ts';
import { roomScreens } from './room-screens.ts';
import type { Screen, Visit } from './screen.ts';
import { signingScreens } from './signing-screens.ts';

const NDA = 'Mutual Non-Disclosure Agreement';

async function openChecklist({ person, deal }: Visit): Promise<void> {
  await person.openChecklist(deal);
  await person.row(NDA).waitFor();
}

async function openDocuments({ person, deal }: Visit, layout: 'grid' | 'list'): Promise<void> {
  await person.page.goto(`${person.url}/transaction/${deal}/documents`);
  await person.page.getByRole('button', { name: `${layout} view` }).click();
  await person.page.locator('[data-document] img').first().waitFor();
}

/** Opens the upload queue of the sample deal, in which one file is ready and one could not be converted. */
async function openUploads(visit: Visit): Promise<void> {
  const { page } = visit.person;
  await openChecklist(visit);
  await page.getByRole('button', { name: 'Upload Queue (2)' }).click();
  await page.getByRole('checkbox', { name: /^Select Secretary/ }).waitFor();
}

async function openHeading({ person }: Visit, path: string, heading: string): Promise<void> {
  await person.page.goto(`${person.url}${path}`);
  await person.page.getByRole('heading', { name: heading }).first().waitFor();
}

/** Returns the id of the sample deal that the screens show. The signed-in person must be at the list of deals. */
export async function sampleDeal({ page }: Person): Promise<string> {
  const href = await page.getByRole('link', { name: /Project Alder/ }).getAttribute('href');
  const id = /\/transaction\/([^/]+)\//.exec(href ?? '')?.[1];
  if (!id) throw new Error('The sample deal is not there.');
  return id;
}

/** Screens for people without an account. */
export const screensOutside: readonly Screen[] = [
  { name: 'sign-in', open: async (visit) => openHeading(visit, '/login', 'Counterpart') },
  {
    name: 'forgotten-password',
    open: async (visit) => openHeading(visit, '/login/forgotten', 'Reset your password'),
  },
  {
    name: 'set-password',
    open: async (visit) => openHeading(visit, '/login/set-password?passwordId=x', 'New password'),
  },
  { name: 'contact', open: async (visit) => openHeading(visit, '/contact', 'Contact support') },
  { name: 'testdrive', open: async (visit) => openHeading(visit, '/testdrive', 'Test drive') },
  {
    name: 'invitation-unknown',
    unpictured: true,
    open: async (visit) => openHeading(visit, '/register?token=x', 'Invitation'),
  },
  {
    name: 'not-found',
    open: async (visit) => openHeading(visit, '/nowhere', 'This page could not be found'),
  },
];

/** Pages of a deal that are listed below, because they have several states or no region with their name. */
const OTHER_PAGES: ReadonlySet<DealTab> = new Set([
  'checklist',
  'documents',
  'signature-pages',
  'packets',
  'returned-pages',
  'closing',
  'fields',
  'activity',
]);

const plainPages: readonly Screen[] = DEAL_PAGES.filter(({ tab }) => !OTHER_PAGES.has(tab)).map(
  ({ tab, label }) => ({
    name: tab,
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/${tab}`);
      await page.getByRole('region', { name: label, exact: true }).waitFor();
    },
  }),
);

/** Screens for signed-in people. */
export const screensInside: readonly Screen[] = [
  {
    name: 'deals',
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page.getByRole('link', { name: /Project Alder/ }).waitFor();
    },
  },
  {
    name: 'new-transaction',
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page.getByRole('button', { name: 'New transaction' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'help',
    unpictured: true,
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page.getByRole('button', { name: 'Help', exact: true }).click();
      await page.getByRole('complementary', { name: 'Help' }).waitFor();
    },
  },
  {
    name: 'importer',
    unpictured: true,
    open: async (visit) => openHeading(visit, '/importer-poc', 'New transaction from a checklist'),
  },
  {
    name: 'deals-nothing-found',
    unpictured: true,
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page.getByRole('searchbox', { name: 'Search transactions' }).fill('Zebra');
      await page.getByRole('heading', { name: 'No results for “Zebra”' }).waitFor();
    },
  },
  {
    name: 'deal-menu',
    unpictured: true,
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page
        .getByRole('row', { name: /Project Alder/ })
        .getByRole('button')
        .click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'notifications',
    unpictured: true,
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
    },
  },
  {
    name: 'sync-status',
    unpictured: true,
    open: async ({ person: { page, url } }) => {
      await page.goto(url);
      await page.getByRole('status', { name: 'Sync status' }).getByRole('button').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'deal-not-found',
    unpictured: true,
    open: async (visit) => {
      const path = '/transaction/00000000-0000-7000-8000-000000000000/checklist';
      await openHeading(visit, path, 'This transaction could not be found');
    },
  },
  {
    name: 'deal-page-not-found',
    unpictured: true,
    open: async (visit) =>
      openHeading(visit, `/transaction/${visit.deal}/nowhere`, 'This page could not be found'),
  },
  { name: 'checklist', open: openChecklist },
  {
    name: 'checklist-filter',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByRole('searchbox', { name: 'Filter by name' }).fill('agreement');
      await page.getByText(/^\d+ documents.* found$/).waitFor();
    },
  },
  {
    name: 'transaction-details',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await page.getByRole('button', { name: 'Transaction details' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'people',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await page.getByRole('button', { name: /^\d+ participants$/ }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'keep-on-device',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await page.getByRole('button', { name: 'Keep on this device…' }).click();
      await page.getByRole('dialog', { name: 'On this device' }).waitFor();
    },
  },
  {
    name: 'move-to',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await visit.person.row(NDA).click();
      await page.keyboard.press('m');
      await page.getByRole('dialog', { name: `Move “${NDA}”` }).waitFor();
      await page.getByRole('menuitem', { name: 'Top level' }).waitFor();
    },
  },
  {
    name: 'row-menu',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await visit.person.row(NDA).click();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu', { name: NDA }).waitFor();
    },
  },
  {
    name: 'checklist-details',
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await visit.person.row(NDA).click();
      const details = page.getByRole('button', { name: 'Details and notes' });
      if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
      await page.getByRole('complementary', { name: 'Details and notes' }).waitFor();
    },
  },
  {
    name: 'checklist-shortcuts',
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  { name: 'documents-grid', open: async (visit) => openDocuments(visit, 'grid') },
  { name: 'documents-list', open: async (visit) => openDocuments(visit, 'list') },
  {
    name: 'viewer',
    open: async (visit) => {
      const { page } = visit.person;
      await openDocuments(visit, 'list');
      await page.getByRole('link', { name: NDA, exact: true }).click();
      await page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
    },
  },
  {
    name: 'packets',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/packets`);
      await page.getByRole('button', { name: /^Create (packet|\d+ packets)$/ }).waitFor();
    },
  },
  {
    name: 'closing',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/closing`);
      await page.getByRole('button', { name: 'Prepare release' }).waitFor();
    },
  },
  {
    name: 'returned-pages',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/returned-pages`);
      await page.getByRole('heading', { name: 'No returned pages yet' }).waitFor();
    },
  },
  {
    name: 'signature-pages',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/signature-pages`);
      await page
        .getByRole('img', { name: /^Signature page to / })
        .first()
        .waitFor();
    },
  },
  {
    name: 'signature-page-editor',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/signature-pages`);
      await page
        .getByRole('link', { name: /^Edit page: / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Lead-in' }).first().click();
    },
  },
  {
    name: 'editor-link',
    unpictured: true,
    open: async (visit) => openHeading(visit, '/editor', 'This link is incomplete'),
  },
  ...plainPages,
  {
    name: 'fields',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/fields?view=names`);
      await page.getByRole('region', { name: 'Custom fields' }).waitFor();
    },
  },
  {
    name: 'field-values',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/fields`);
      await page.getByRole('region', { name: 'Custom field values' }).waitFor();
    },
  },
  {
    name: 'activity',
    open: async ({ person: { page, url }, deal }) => {
      await page.goto(`${url}/transaction/${deal}/activity`);
      await page.getByRole('searchbox', { name: 'Search activity' }).waitFor();
    },
  },
  {
    name: 'palette',
    open: async (visit) => {
      const { page } = visit.person;
      await openChecklist(visit);
      await page.keyboard.press('Control+k');
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'incoming',
    open: async (visit) => openHeading(visit, '/incoming', 'No files need a transaction'),
  },
  {
    name: 'account',
    whole: true,
    open: async (visit) => openHeading(visit, '/account', 'Where you’re signed in'),
  },
  {
    name: 'organization',
    whole: true,
    open: async (visit) => openHeading(visit, '/admin', 'Features'),
  },
  {
    name: 'mail',
    open: async (visit) => {
      const { page, url } = visit.person;
      await page.goto(`${url}/account/outbox`);
      // Emails exist only after the signing screens have been opened.
      const none = page.getByRole('heading', { name: 'No mail yet' });
      await none
        .or(page.getByRole('list', { name: 'Emails' }))
        .first()
        .waitFor();
    },
  },
  {
    name: 'diagnostics',
    open: async (visit) => openHeading(visit, '/account/diagnostics', 'Loaded from the server'),
  },
  {
    name: 'styleguide',
    whole: true,
    open: async (visit) => {
      await openHeading(visit, '/account/styleguide', 'Overlays');
      for (const name of ['new page', 'one person', 'other scripts']) {
        await visit.person.page
          .getByRole('img', { name: `Sample: ${name}` })
          .first()
          .waitFor();
      }
    },
  },
  { name: 'checklist-uploads', open: openUploads },
  {
    name: 'new-version-of',
    unpictured: true,
    open: async (visit) => {
      const { page } = visit.person;
      await openUploads(visit);
      await page.getByRole('checkbox', { name: /^Select Secretary/ }).check();
      await page.getByRole('button', { name: 'Add as new version…' }).click();
      await page.getByRole('dialog').getByRole('menuitem', { name: NDA }).waitFor();
    },
  },
  ...signingScreens,
  ...roomScreens,
];
