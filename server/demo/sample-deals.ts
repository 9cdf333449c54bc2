import type { SigningType } from '../../src/contract/rules/documents/upload-checks.ts';
import { alderSigning, type SampleSigning } from './sample-signing.ts';

/** A person of the sample firm. */
export type SamplePerson = 'partner' | 'associate';

/** The partner's note on a row. */
type Noted = { note?: string };

/** A line of a sample checklist: a header with lines below it, a document with attachments, or a task. */
export type SampleLine = Noted &
  (
    | { header: string; lines: SampleLine[] }
    | {
        task: string;
        description?: string;
        to?: SamplePerson;
        /** Days before the closing. */
        dueBefore?: number;
        done?: boolean;
      }
    | {
        item: string;
        /** A file of `texts/`; absent = still to be drafted. */
        text?: string;
        /** The file of the previous version. */
        earlier?: string;
        signing?: SigningType;
        complete?: boolean;
        lines?: SampleLine[];
      }
  );

export type SampleDeal = {
  name: string;
  description: string;
  client_name: string;
  client_number: string;
  matter_number: string;
  /** Days from the day on which the sample is created. */
  closesInDays: number;
  lines: SampleLine[];
  /** Names of its custom fields. */
  fields?: string[];
  /** The documents in its upload queue. */
  queue?: SampleFile[];
  /** The person who signs it. */
  signing?: SampleSigning;
};

/** A file of `texts/`. `locked`: it needs a password that nobody knows, so its conversion fails. */
export type SampleFile = { name: string; text: string; signing?: SigningType; locked?: boolean };

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
      'Sample deal: purchase of all shares of Northgate Instruments, Inc. from its founder and Marsh Family Investments, LLC.',
    client_name: 'Alder Holdings, L.P.',
    client_number: '20963',
    matter_number: '20963-0014',
    closesInDays: 24,
    fields: ['Lender', 'Escrow agent', 'Purchase price', 'Notice address'],
    signing: alderSigning,
    queue: [
      { name: 'Secretary’s Certificate (Marsh Family Investments)', text: 'secretarys-certificate.txt' },
      { name: 'Side Letter (from seller’s counsel)', text: 'letter-of-intent.txt', locked: true },
    ],
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
          {
            item: 'Hart-Scott-Rodino Notification',
            signing: 'non_executable',
            note: 'Filed by both sides on the same day. The waiting period ends four business days before the closing.',
          },
          { task: 'Confirm the end of the waiting period', to: 'associate', dueBefore: 4 },
        ],
      },
      {
        header: 'Principal agreements',
        lines: [
          {
            item: 'Stock Purchase Agreement',
            text: 'stock-purchase-agreement.txt',
            signing: 'to_be_signed',
            note: 'Section 8.4 is open: the sellers want the basket at $150,000.',
            lines: [
              { item: 'Disclosure Schedules', signing: 'non_executable' },
              { item: 'Exhibit A – Allocation of the Purchase Price', signing: 'non_executable' },
              { item: 'Exhibit B – Working Capital Methodology', signing: 'non_executable' },
              { item: 'Exhibit C – Form of Legal Opinion', signing: 'non_executable' },
            ],
          },
          {
            header: 'Ancillary agreements',
            lines: [
              {
                item: 'Escrow Agreement',
                text: 'escrow-agreement.txt',
                signing: 'to_be_signed',
              },
              {
                item: 'Transition Services Agreement',
                text: 'transition-services-agreement.txt',
                earlier: 'transition-services-agreement.txt',
                signing: 'to_be_signed',
              },
              {
                item: 'Non-Competition Agreement (Marsh)',
                text: 'non-competition-agreement.txt',
                signing: 'to_be_signed',
              },
              { item: 'Employment Agreement (Chief Executive)', signing: 'to_be_signed' },
              { item: 'Employment Agreement (Chief Engineer)', signing: 'to_be_signed' },
              { item: 'Lease Amendment (Dover Plant)', signing: 'to_be_signed' },
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
              { item: 'Certificate of Good Standing (New Jersey)', signing: 'non_executable' },
              {
                task: 'Order the bring-down certificates',
                description: 'By telephone on the morning of the closing; both states.',
                to: 'associate',
                dueBefore: 1,
              },
            ],
          },
          {
            header: 'Alder Holdings, L.P.',
            lines: [
              { item: 'Written Consent of the General Partner', signing: 'to_be_signed' },
              { item: 'Incumbency Certificate', signing: 'to_be_signed' },
              { item: 'Certificate of Good Standing (Delaware)', signing: 'non_executable' },
            ],
          },
        ],
      },
      {
        header: 'Financing',
        lines: [
          { item: 'Senior Credit Agreement', signing: 'to_be_signed' },
          { item: 'Fee Letter', signing: 'to_be_signed' },
          { item: 'Solvency Certificate', signing: 'to_be_signed' },
          { item: 'Borrowing Notice', signing: 'to_be_signed' },
          {
            header: 'Security',
            lines: [
              { item: 'Guaranty and Collateral Agreement', signing: 'to_be_signed' },
              { item: 'Intellectual Property Security Agreement', signing: 'to_be_signed' },
              { item: 'UCC-1 Financing Statements', signing: 'non_executable' },
              {
                header: 'Payoff of existing debt',
                lines: [
                  {
                    item: 'Payoff Letter of {{Lender}}',
                    signing: 'to_be_signed',
                    note: 'The bank needs the per-diem amount two days before the closing.',
                  },
                  { item: 'UCC-3 Termination Statements', signing: 'non_executable' },
                  { task: 'Ask First Dover Bank for the per-diem amount', to: 'associate', dueBefore: 3 },
                ],
              },
            ],
          },
        ],
      },
      {
        header: 'Closing deliveries',
        lines: [
          { item: 'Director Resignations', signing: 'to_be_signed' },
          { item: 'Share Certificates and Stock Powers', signing: 'to_be_signed' },
          { item: 'Legal Opinion of Whitfield & Crane LLP', signing: 'to_be_signed' },
          { item: 'Officer’s Certificate', signing: 'to_be_signed' },
          { item: 'FIRPTA Certificate', signing: 'to_be_signed' },
          { item: 'Representations and Warranties Insurance Binder', signing: 'non_executable' },
          { item: 'Funds Flow Memorandum', signing: 'non_executable' },
          { task: 'Call back every payee to confirm wire details', to: 'partner', dueBefore: 1 },
          { task: 'Collect signature pages in escrow', to: 'associate', dueBefore: 2 },
        ],
      },
      {
        header: 'After the closing',
        lines: [
          { task: 'File Form 8594 with both tax returns', dueBefore: -90 },
          { task: 'Record the intellectual property assignments', to: 'associate', dueBefore: -10 },
          { task: 'Send the closing binder to all parties', to: 'associate', dueBefore: -30 },
          {
            task: 'Open the data room for the last time and archive it',
            to: 'associate',
            dueBefore: 12,
            done: true,
          },
        ],
      },
    ],
  },
];
