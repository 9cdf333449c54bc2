import * as z from 'zod';
import { releaseCollection } from '../../collections/releases.ts';
import { ledgerLineSchema } from '../../entities/closing/ledger-entry.ts';
import {
  confirmedReleaseSchema,
  metConditionSchema,
  newReleaseSchema,
  releaseEditsSchema,
  releaseSchema,
  withdrawnReleaseSchema,
} from '../../entities/closing/release.ts';
import { watcherSchema } from '../../entities/closing/watcher.ts';
import { fileAnswerSchema } from '../../entities/transactions/report.ts';
import { createEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';
import { byTransaction, endpoint, idParam } from '../endpoint.ts';

const { path } = releaseCollection;

/** An action on a release as a whole. */
function act<Body extends z.ZodRawShape>(name: string, summary: string, body: z.ZodObject<Body>) {
  return endpoint
    .route({ method: 'POST', path: `${path}/{id}/${name}`, summary })
    .meta({ policy: 'deal', idempotent: true })
    .input(body.extend(idParam))
    .output(releaseSchema);
}

export const releases = {
  watch: endpoint
    .route({
      method: 'POST',
      path: '/transactions/transaction/{id}/watch',
      summary: 'Report that you are viewing the closing board, and list who else is',
    })
    .meta({ policy: 'deal' })
    .input(z.strictObject(idParam))
    .output(z.array(watcherSchema)),
  list: listEndpoint(releaseCollection, releaseSchema),
  create: createEndpoint(releaseCollection, { input: newReleaseSchema, row: releaseSchema }),
  update: updateEndpoint(releaseCollection, { edits: releaseEditsSchema, row: releaseSchema }),
  meet: act('meet', 'Mark a condition of a release as met', metConditionSchema),
  confirm: act('confirm', 'Confirm a release', confirmedReleaseSchema),
  release: act('release', 'Release the pages that a release covers, all or none', z.strictObject({})),
  withdraw: act('withdraw', 'Withdraw an open release', withdrawnReleaseSchema),
  ledger: endpoint
    .route({ method: 'GET', path: '/transactions/ledger', summary: "A deal's ledger, from its beginning" })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(ledgerLineSchema)),
  ledgerPdf: endpoint
    .route({
      method: 'GET',
      path: '/transactions/ledger/pdf',
      summary: "A deal's ledger as a sealed PDF",
      outputStructure: 'detailed',
    })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(fileAnswerSchema),
};
