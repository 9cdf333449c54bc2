import {
  groupInWords,
  isFilledBySigner,
  roomIn,
  type SheetTab,
  type SheetTabGroup,
} from '../../src/contract/rules/signing/fields/fill-tabs.ts';
import { tabsOf, type PacketSheet } from '../../src/contract/rules/signing/packets/packet-sheet.ts';
import { groupBounds } from '../../src/contract/rules/signing/fields/tab-groups.ts';

/** The parts of a packet that go into its envelope. */
export interface PacketToSend {
  readonly packet: string;
  readonly deal: string;
  readonly name: string;
  readonly email: string;
  readonly pdf: Uint8Array;
  /** In the order of the PDF's pages. A page without fields has an empty sheet. */
  readonly sheets: readonly Pick<PacketSheet, 'fields' | 'tabs' | 'tabGroups'>[];
  /** Where DocuSign sends events of the envelope. */
  readonly connectUrl: string;
}

/** Values are texts in DocuSign, including numbers. */
type Place = Readonly<
  Record<'documentId' | 'recipientId' | 'pageNumber' | 'xPosition' | 'yPosition', string>
>;

/** The envelope of a packet, in the format of DocuSign's API. */
export type EnvelopeDefinition = ReturnType<typeof envelopeOfPacket>;

const ONLY = { documentId: '1', recipientId: '1' } as const;

/** DocuSign's limit for subjects, in characters. */
const SUBJECT_MAX = 100;

/** The full height of DocuSign's signature in points, and how far it can be scaled down. */
const SIGNATURE_HEIGHT = 36;
const SMALLEST_SCALE = 0.5;

/**
 * Returns the envelope of a packet: one document, one signer, who signs in their browser and gets no email from DocuSign. Lengths of sheets
 * are points from the top left of the page as it is shown, which are DocuSign's pixels at 72 dpi.
 */
export function envelopeOfPacket({ packet, deal, name, email, pdf, sheets, connectUrl }: PacketToSend) {
  return {
    // This identifies an envelope whose creation was never confirmed.
    transactionId: packet,
    status: 'sent',
    emailSubject: `Sign for ${deal}`.slice(0, SUBJECT_MAX),
    // The link is the signatory's alone.
    allowReassign: 'false',
    documents: [
      {
        documentId: ONLY.documentId,
        name: 'Pages to sign.pdf',
        fileExtension: 'pdf',
        documentBase64: Buffer.from(pdf).toString('base64'),
      },
    ],
    recipients: {
      signers: [
        {
          recipientId: ONLY.recipientId,
          routingOrder: '1',
          name,
          email,
          // A signer with this id signs through the sender's page.
          clientUserId: packet,
          tabs: tabsFor(sheets),
        },
      ],
    },
    eventNotification: {
      url: connectUrl,
      eventData: { version: 'restv2.1', format: 'json' },
      includeHMAC: 'true',
      requireAcknowledgment: 'true',
      loggingEnabled: 'true',
      envelopeEvents: ['delivered', 'completed', 'declined', 'voided'].map((envelopeEventStatusCode) => ({
        envelopeEventStatusCode,
      })),
    },
  } as const;
}

function tabsFor(sheets: PacketToSend['sheets']) {
  const tabs = sheets.flatMap((sheet, at) =>
    tabsOf({ ...EMPTY, ...sheet })
      .tabs.filter(isFilledBySigner)
      .map((tab) => ({ tab, page: at + 1 })),
  );
  const placed = (type: SheetTab['type']) => tabs.filter(({ tab }) => tab.type === type);
  const lines = (purpose: string) =>
    sheets.flatMap(({ fields }, at) =>
      fields.filter((field) => field.purpose === purpose).map((field) => ({ field, page: at + 1 })),
    );
  return {
    signHereTabs: lines('signature').map(({ field, page }, at) => ({
      ...signaturePlace(field, page),
      tabLabel: `signature ${at + 1}`,
    })),
    dateSignedTabs: lines('date_signed').map(({ field, page }, at) => ({
      ...placeOf(field, page),
      tabLabel: `date ${at + 1}`,
    })),
    initialHereTabs: placed('initials').map(({ tab, page }) => ({
      ...signaturePlace(tab, page),
      tabLabel: tab.uuid,
      optional: tab.required ? 'false' : 'true',
    })),
    textTabs: placed('custom').map(({ tab, page }) => ({
      ...placeOf(tab, page),
      tabLabel: tab.uuid,
      name: tab.label,
      required: String(tab.required),
      value: tab.value ?? '',
      locked: 'false',
      maxLength: String(roomIn(tab)),
      width: points(tab.width),
      height: points(tab.height),
    })),
    checkboxTabs: placed('checkbox').map(({ tab, page }) => ({
      ...placeOf(tab, page),
      tabLabel: tab.uuid,
      name: tab.label,
      required: String(tab.required),
      selected: String(tab.value === 'true'),
      ...(tab.group !== null && { tabGroupLabels: [tab.group] }),
    })),
    tabGroups: sheets.flatMap(({ tabs: here = [], tabGroups = [] }, at) =>
      tabGroups.map((group) => groupOf(group, here.filter((tab) => tab.group === group.uuid).length, at + 1)),
    ),
  };
}

const EMPTY = { width: 0, height: 0, runs: [], rules: [], fields: [], blocks: [], codes: [] };

const GROUP_RULES = {
  select_at_least: 'SelectAtLeast',
  select_at_most: 'SelectAtMost',
  select_exactly: 'SelectExactly',
} as const;

function groupOf(group: SheetTabGroup, count: number, page: number) {
  const { minimum, maximum } = groupBounds(group);
  return {
    ...ONLY,
    pageNumber: String(page),
    groupLabel: group.uuid,
    groupRule: GROUP_RULES[group.rule],
    minimumRequired: String(Math.min(minimum, count)),
    maximumAllowed: String(Math.min(maximum, count)),
    validationMessage: groupInWords(group, count) ?? '',
    tabScope: 'document',
  };
}

type Box = Pick<SheetTab, 'x' | 'y' | 'width' | 'height'>;

function placeOf({ x, y }: Pick<Box, 'x' | 'y'>, page: number): Place {
  return { ...ONLY, pageNumber: String(page), xPosition: points(x), yPosition: points(y) };
}

/** Places a signature on the lower edge of its field, like one on a line, and no higher than the field if possible. */
function signaturePlace({ x, y, height }: Box, page: number): Place & { scaleValue: string } {
  const scale = Math.min(1, Math.max(SMALLEST_SCALE, height / SIGNATURE_HEIGHT));
  const top = Math.max(0, y + height - SIGNATURE_HEIGHT * scale);
  return { ...placeOf({ x, y: top }, page), scaleValue: scale.toFixed(2) };
}

function points(length: number): string {
  return String(Math.round(length));
}
