import {
  createSignatureBlockDefinition,
  deleteSignatureBlockDefinition,
  restoreSignatureBlockDefinition,
  updateSignatureBlockDefinition,
} from '../../../src/db/commands/signing/pages/signature-blocks.ts';
import { newUuid } from '../../../src/db/uuid.ts';
import { command, type Case } from '../mutation-case.ts';

const AT = '2026-01-01T00:00:00.000Z';
const [transaction, uuid, me] = [newUuid(), newUuid(), newUuid()];
const design = { kind: 'signature', authRepAlignment: 'left', blockStyles: { lineStyles: 'dotted' } };
const onWire = { kind: 'signature', auth_rep_alignment: 'left', block_styles: { line_styles: 'dotted' } };
const made = { createdAt: AT, createdBy: me, version: 1, modifiedAt: AT, modifiedBy: me };

/** The commands about saved block designs, with the call that each sends. */
export const BLOCK_DESIGN_COMMANDS: Case[] = [
  command(
    createSignatureBlockDefinition,
    { transaction, uuid, name: 'Firm style', data: design },
    'POST /transactions/signature_block',
    { transaction, uuid, name: 'Firm style', data: onWire },
    'There was a problem attempting to create the block design',
  ),
  command(
    updateSignatureBlockDefinition,
    { transaction, uuid, edits: { name: 'House style', data: design } },
    'PATCH /transactions/signature_block/{id}',
    { id: uuid, name: 'House style', data: onWire },
    'There was a problem attempting to update the block design',
  ),
  command(
    deleteSignatureBlockDefinition,
    { transaction, uuid },
    'DELETE /transactions/signature_block/{id}',
    { id: uuid },
    'There was a problem attempting to delete the block design',
  ),
  command(
    restoreSignatureBlockDefinition,
    { transaction, row: { ...made, transaction, uuid, name: 'Firm style', data: design } },
    'POST /transactions/transaction/{id}/restore',
    { id: transaction, kind: 'signature_block', uuid },
    'There was a problem attempting to restore the block design',
  ),
];
