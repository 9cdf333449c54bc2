/** A signatory of a sample deal, identified by name. */
type SampleSignatory = {
  name: string;
  email?: string;
} & (
  | { description?: never; by?: never }
  /** An entity, such as "a Delaware corporation", and its representatives, in order. */
  | { description: string; by: readonly { name: string; title: string }[] }
);

/** The signer of a document: a name alone, or an entity through its representative with this title. */
type SampleSigner = string | { name: string; as: string };

export type SampleSigning = {
  signatories: readonly SampleSignatory[];
  /** By the field's name, then by the signatory's name. */
  values: Record<string, Record<string, string>>;
  groups: readonly { name: string; members: readonly string[] }[];
  /** By the document's name. `group`: everyone in it signs one page. */
  documents: readonly { item: string; signers?: readonly SampleSigner[]; group?: string }[];
};

const REYES = { name: 'Jonathan Reyes', title: 'Managing Member' };

/** As in the signature blocks of the sample agreements. */
export const alderSigning: SampleSigning = {
  signatories: [
    {
      name: 'Alder Holdings, L.P.',
      description: 'a Delaware limited partnership',
      by: [{ name: 'Alder GP, LLC', title: 'general partner' }],
    },
    { name: 'Alder GP, LLC', description: 'a Delaware limited liability company', by: [REYES] },
    { name: 'Jonathan Reyes', email: 'jreyes@alder.example' },
    {
      name: 'Northgate Instruments, Inc.',
      description: 'a Delaware corporation',
      by: [
        { name: 'Helena Marsh', title: 'President' },
        { name: 'Elena Voss', title: 'Secretary' },
      ],
    },
    { name: 'Helena Marsh', email: 'helena@northgate.example' },
    { name: 'Elena Voss', email: 'evoss@northgate.example' },
    {
      name: 'Marsh Family Investments, LLC',
      description: 'a New Jersey limited liability company',
      by: [{ name: 'Thomas Marsh', title: 'Manager' }],
    },
    { name: 'Thomas Marsh', email: 'thomas@marshfamily.example' },
    {
      name: 'Harbor Trust Company, N.A.',
      description: 'a national banking association',
      by: [{ name: 'Priya Raman', title: 'Vice President' }],
    },
    { name: 'Priya Raman', email: 'priya.raman@harbortrust.example' },
    {
      name: 'Meridian Bank, N.A.',
      description: 'a national banking association',
      by: [{ name: 'Grace Lindqvist', title: 'Senior Vice President' }],
    },
    { name: 'Grace Lindqvist', email: 'glindqvist@meridian.example' },
    {
      name: 'Tidewater Credit Fund, L.P.',
      description: 'a Delaware limited partnership',
      by: [{ name: 'Samuel Ortiz', title: 'Authorized Signatory' }],
    },
    { name: 'Samuel Ortiz' },
  ],
  values: {
    'Notice address': {
      'Alder Holdings, L.P.': '400 Madison Avenue, New York, NY 10017',
      'Northgate Instruments, Inc.': '88 Foundry Road, Wilmington, DE 19801',
      'Marsh Family Investments, LLC': '12 Orchard Lane, Princeton, NJ 08540',
      'Harbor Trust Company, N.A.': '1 Harbor Plaza, Boston, MA 02110',
    },
  },
  groups: [
    { name: 'Buyers', members: ['Alder Holdings, L.P.', 'Alder GP, LLC'] },
    { name: 'Sellers', members: ['Helena Marsh', 'Marsh Family Investments, LLC'] },
    { name: 'Lenders', members: ['Meridian Bank, N.A.', 'Tidewater Credit Fund, L.P.'] },
  ],
  documents: [
    {
      item: 'Stock Purchase Agreement',
      signers: [
        'Alder Holdings, L.P.',
        'Helena Marsh',
        'Marsh Family Investments, LLC',
        { name: 'Northgate Instruments, Inc.', as: 'President' },
      ],
    },
    {
      item: 'Escrow Agreement',
      signers: ['Alder Holdings, L.P.', 'Helena Marsh', 'Harbor Trust Company, N.A.'],
    },
    {
      item: 'Transition Services Agreement',
      signers: ['Marsh Family Investments, LLC', { name: 'Northgate Instruments, Inc.', as: 'President' }],
    },
    { item: 'Non-Competition Agreement (Marsh)', signers: ['Alder Holdings, L.P.', 'Helena Marsh'] },
    {
      item: 'Unanimous Written Consent of the Board',
      signers: ['Elena Voss', 'Helena Marsh', 'Thomas Marsh'],
    },
    {
      item: 'Secretary’s Certificate',
      signers: [
        { name: 'Northgate Instruments, Inc.', as: 'Secretary' },
        { name: 'Northgate Instruments, Inc.', as: 'President' },
      ],
    },
    { item: 'Written Consent of the General Partner', signers: ['Alder GP, LLC'] },
    { item: 'Senior Credit Agreement', signers: ['Alder Holdings, L.P.'], group: 'Lenders' },
    { item: 'Share Certificates and Stock Powers', group: 'Sellers' },
  ],
};
