import type { BinderFormat } from '../../../contract/rules/checklist/numbering.ts';
import type { Paper } from '../../../contract/rules/signature-page/layout/sheet.ts';
import type { EsigningService } from '../../../contract/rules/transactions/esigning-services.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import { binderFormatOnWire } from '../checklist/binder-format-on-wire.ts';
import { fieldsBefore, sameFields, stillHas, withEdits } from '../collections/edits.ts';

export interface UpdateTransactionArgs {
  uuid: string;
  edits: {
    name?: string | undefined;
    description?: string | undefined;
    clientName?: string | undefined;
    clientNumber?: string | undefined;
    matterNumber?: string | undefined;
    closingDate?: string | null | undefined;
    isDeedTransaction?: boolean | undefined;
    signingInstructions?: string | undefined;
    esigningService?: EsigningService | undefined;
    binderFormatStructure?: BinderFormat | undefined;
    paperSize?: Paper | undefined;
    /** The block design of new signature pages. */
    signatureBlock?: string | null | undefined;
  };
}

export const updateTransactionDefinition: CommandDefinition<UpdateTransactionArgs> = {
  name: 'transaction.update',
  lane: (args) => args.uuid,
  keys: (args) => [{ table: 'transactions', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: ({ uuid, edits: { signatureBlock } }) =>
    signatureBlock == null ? [uuid] : [uuid, signatureBlock],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'transactions', key: args.uuid }),
  replaces: sameFields,
  wording: {
    of: (args) => args.edits.name,
    with: (args, name) => ({ ...args, edits: { ...args.edits, name } }),
  },
  apply(draft, args) {
    const deal = draft.get('transactions', args.uuid);
    if (deal) draft.put('transactions', args.uuid, withEdits(deal, args.edits));
  },
  inverse(args, before) {
    const row = before.get('transactions', args.uuid);
    if (!row) return [];
    const back = { ...args, edits: fieldsBefore(row, args.edits) };
    return [
      step(updateTransactionDefinition, back, (shown) =>
        stillHas(shown.get('transactions', args.uuid), args.edits),
      ),
    ];
  },
  request: ({ uuid, edits }) =>
    requestTo('transactions', 'update', {
      id: uuid,
      name: edits.name,
      description: edits.description,
      client_name: edits.clientName,
      client_number: edits.clientNumber,
      matter_number: edits.matterNumber,
      closing_date: edits.closingDate,
      is_deed_transaction: edits.isDeedTransaction,
      signing_instructions: edits.signingInstructions,
      esigning_service: edits.esigningService,
      binder_format_structure: edits.binderFormatStructure && binderFormatOnWire(edits.binderFormatStructure),
      paper_size: edits.paperSize,
      signature_block: edits.signatureBlock,
    }),
  refreshes: ['transactions'],
  failure: 'There was a problem attempting to update the transaction',
};

/** Changes the details of a deal. */
export async function updateTransaction(db: MirrorDatabase, args: UpdateTransactionArgs): Promise<Step[]> {
  return mutate(db, updateTransactionDefinition, args);
}
