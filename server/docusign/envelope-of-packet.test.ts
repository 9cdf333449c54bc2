import { expect, test } from 'vitest';
import { envelopeOfPacket, type PacketToSend } from './envelope-of-packet.ts';

const SIGNER = 'a signature';
const GROUP = 'a group';

const box = { x: 100.4, y: 300.6, width: 200, height: 30 };
const tab = { ...box, assignment: SIGNER, label: 'Price', required: true, group: null, value: null };

function tabsOf(sheets: PacketToSend['sheets']) {
  const { recipients } = envelopeOfPacket({
    packet: 'packet',
    deal: 'Project Alder',
    name: 'Jane Doe',
    email: 'jane@alpha.test',
    pdf: new Uint8Array(),
    sheets,
    connectUrl: 'https://deals.example.com/api/docusign/connect',
  });
  return recipients.signers[0].tabs;
}

test('places signatures on the lower edge of their line, in points from the top left of their page', () => {
  const line = { purpose: 'signature', signers: [SIGNER], ...box } as const;
  const tabs = tabsOf([{ fields: [] }, { fields: [line, { ...line, purpose: 'date_signed' }] }]);
  // At a height of 30 points, a signature of 36 points is scaled to 0.83.
  expect(tabs.signHereTabs).toMatchObject([
    {
      documentId: '1',
      recipientId: '1',
      pageNumber: '2',
      xPosition: '100',
      yPosition: '301',
      scaleValue: '0.83',
    },
  ]);
  expect(tabs.dateSignedTabs).toMatchObject([{ pageNumber: '2', xPosition: '100', yPosition: '301' }]);
});

test('keeps a signature on a low line at half size, above the line', () => {
  const line = { purpose: 'signature', signers: [SIGNER], ...box, height: 10 } as const;
  const [sign] = tabsOf([{ fields: [line] }]).signHereTabs;
  expect(sign).toMatchObject({ scaleValue: '0.50', yPosition: String(Math.round(300.6 + 10 - 18)) });
});

test('turns fields into tabs that are labeled by their ids, and leaves the effective date for the release', () => {
  const tabs = tabsOf([
    {
      fields: [],
      tabs: [
        { ...tab, uuid: 'text', type: 'custom', value: '500' },
        { ...tab, uuid: 'initials', type: 'initials', required: false },
        { ...tab, uuid: 'date', type: 'effective_date' },
      ],
    },
  ]);
  expect(tabs.textTabs).toMatchObject([
    {
      tabLabel: 'text',
      name: 'Price',
      required: 'true',
      value: '500',
      locked: 'false',
      width: '200',
      height: '30',
    },
  ]);
  expect(tabs.initialHereTabs).toMatchObject([{ tabLabel: 'initials', optional: 'true' }]);
  expect(Object.values(tabs).flat()).toHaveLength(2);
});

test.each([
  [
    'select_at_least',
    { minimum: 1, maximum: null },
    { groupRule: 'SelectAtLeast', minimumRequired: '1', maximumAllowed: '2' },
  ],
  [
    'select_at_most',
    { minimum: null, maximum: 1 },
    { groupRule: 'SelectAtMost', minimumRequired: '0', maximumAllowed: '1' },
  ],
  [
    'select_exactly',
    { minimum: 1, maximum: 1 },
    { groupRule: 'SelectExactly', minimumRequired: '1', maximumAllowed: '1' },
  ],
] as const)('gives checkboxes the rule %s of their group', (rule, bounds, expected) => {
  const checkbox = { ...tab, type: 'checkbox', required: false, group: GROUP } as const;
  const tabs = tabsOf([
    {
      fields: [],
      tabs: [
        { ...checkbox, uuid: 'one' },
        { ...checkbox, uuid: 'other', value: 'true' },
      ],
      tabGroups: [{ uuid: GROUP, rule, ...bounds }],
    },
  ]);
  expect(tabs.checkboxTabs).toMatchObject([
    { tabLabel: 'one', tabGroupLabels: [GROUP], selected: 'false', required: 'false' },
    { tabLabel: 'other', tabGroupLabels: [GROUP], selected: 'true' },
  ]);
  expect(tabs.tabGroups).toMatchObject([
    { groupLabel: GROUP, tabScope: 'document', pageNumber: '1', ...expected },
  ]);
});
