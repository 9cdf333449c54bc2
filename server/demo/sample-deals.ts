import type { SigningType } from '../../src/contract/rules/upload-checks.ts';

/** A line of a sample checklist: a header with lines below it, or an instrument with attachments. */
export type SampleLine =
  | { header: string; lines: SampleLine[] }
  | {
      item: string;
      /** A file of `texts/`; absent = still to be drafted. */
      text?: string;
      signing?: SigningType;
      complete?: boolean;
      lines?: SampleLine[];
    };

export type SampleDeal = {
  name: string;
  description: string;
  client_name: string;
  client_number: string;
  matter_number: string;
  /** Days from the day on which the sample is made. */
  closesInDays: number;
  lines: SampleLine[];
};

export const sampleDeals: readonly SampleDeal[] = [
  {
    name: 'Hartwell Street – Refinancing of Office Portfolio',
    description: 'Senior secured term loan to Hartwell Street Properties; three mortgaged office buildings.',
    client_name: 'Hartwell Street Properties, LLC',
    client_number: '20417',
    matter_number: '20417-0009',
    closesInDays: 47,
    lines: [
      {
        header: 'Loan documents',
        lines: [
          { item: 'Loan Agreement', signing: 'to_be_signed' },
          { item: 'Promissory Note', signing: 'to_be_signed' },
          { item: 'Mortgage, Assignment of Leases and Rents', signing: 'to_be_signed' },
        ],
      },
      {
        header: 'Title and survey',
        lines: [{ item: 'Title Commitment' }, { item: 'ALTA Surveys' }],
      },
    ],
  },
  {
    name: 'Lumen Diagnostics – Series B Preferred Stock Financing',
    description: 'Investment of $18 million led by Corbel Ventures; two closings.',
    client_name: 'Lumen Diagnostics, Inc.',
    client_number: '21188',
    matter_number: '21188-0003',
    closesInDays: 12,
    lines: [
      {
        header: 'Financing agreements',
        lines: [
          { item: 'Series B Preferred Stock Purchase Agreement', signing: 'to_be_signed' },
          { item: 'Amended and Restated Investors’ Rights Agreement', signing: 'to_be_signed' },
          { item: 'Amended and Restated Voting Agreement', signing: 'to_be_signed' },
        ],
      },
      {
        header: 'Corporate',
        lines: [{ item: 'Restated Certificate of Incorporation' }, { item: 'Legal Opinion' }],
      },
    ],
  },
  {
    name: 'Project Alder – Acquisition of Northgate Instruments',
    description:
      'Purchase of all shares of Northgate Instruments, Inc. from its founder and Marsh Family Investments, LLC.',
    client_name: 'Alder Holdings, L.P.',
    client_number: '20963',
    matter_number: '20963-0014',
    closesInDays: 24,
    lines: [
      {
        header: 'Preliminary documents',
        lines: [
          {
            item: 'Mutual Non-Disclosure Agreement',
            text: 'mutual-non-disclosure-agreement.txt',
            signing: 'fully_executed',
            complete: true,
          },
          {
            item: 'Letter of Intent',
            text: 'letter-of-intent.txt',
            signing: 'fully_executed',
            complete: true,
          },
          { item: 'Hart-Scott-Rodino Notification', signing: 'non_executable' },
        ],
      },
      {
        header: 'Principal agreements',
        lines: [
          {
            item: 'Stock Purchase Agreement',
            text: 'stock-purchase-agreement.txt',
            signing: 'to_be_signed',
            lines: [{ item: 'Disclosure Schedules', signing: 'non_executable' }],
          },
          {
            header: 'Ancillary agreements',
            lines: [
              { item: 'Escrow Agreement', text: 'escrow-agreement.txt', signing: 'to_be_signed' },
              {
                item: 'Transition Services Agreement',
                text: 'transition-services-agreement.txt',
                signing: 'to_be_signed',
              },
              {
                item: 'Non-Competition Agreement (Marsh)',
                text: 'non-competition-agreement.txt',
                signing: 'to_be_signed',
              },
            ],
          },
        ],
      },
      {
        header: 'Corporate authority',
        lines: [
          {
            header: 'Northgate Instruments, Inc.',
            lines: [
              {
                item: 'Unanimous Written Consent of the Board',
                text: 'board-consent.txt',
                signing: 'to_be_signed',
              },
              {
                item: 'Secretary’s Certificate',
                text: 'secretarys-certificate.txt',
                signing: 'to_be_signed',
              },
              { item: 'Certificate of Good Standing (Delaware)', signing: 'non_executable' },
            ],
          },
          {
            header: 'Alder Holdings, L.P.',
            lines: [{ item: 'Written Consent of the General Partner', signing: 'to_be_signed' }],
          },
        ],
      },
      {
        header: 'Financing',
        lines: [
          { item: 'Senior Credit Agreement', signing: 'to_be_signed' },
          {
            header: 'Security',
            lines: [
              { item: 'Guaranty and Collateral Agreement', signing: 'to_be_signed' },
              {
                header: 'Payoff of existing debt',
                lines: [{ item: 'Payoff Letter (First Dover Bank)', signing: 'to_be_signed' }],
              },
            ],
          },
        ],
      },
      {
        header: 'Closing deliveries',
        lines: [
          { item: 'Director Resignations', signing: 'to_be_signed' },
          { item: 'Funds Flow Memorandum', signing: 'non_executable' },
        ],
      },
    ],
  },
];
