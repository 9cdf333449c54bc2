import type { TransactionRow } from './rows.ts';

/** The defaults of a new deal, as on the server (server/present/present-transaction.ts). */
export const NEW_DEAL_FACTS = {
  isSample: false,
  isDeedTransaction: false,
  archived: false,
  restricted: false,
  archivedFilesUrl: null,
  actionRequired: false,
  expiredAt: null,
  esigningService: 'counterpart',
  signingInstructions: '',
  kind: 'packets',
  numDocuments: 0,
  numSignatures: 0,
  totalSignatures: 0,
  numEsigningsWaitingToBeAccepted: 0,
  numExecutedSignatures: 0,
  closingBinder: null,
  totalClosingBinders: 0,
  distributedAt: null,
  transactionInvitations: [],
  deletedParticipants: [],
} satisfies Partial<TransactionRow>;
