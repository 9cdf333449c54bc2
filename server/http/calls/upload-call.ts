import { clearUpload } from '../../commands/documents/stage-upload.ts';
import { isAnswered } from '../../store/idempotency.ts';
import type { DealRead, DealWrite } from '../../store/deals/deal-write.ts';
import { dealWrite, readDeal, type Call } from '../call.ts';
import { byTransaction } from '../deal-of-call.ts';
import type { RequestContext } from '../request-context.ts';

type Uploaded = { transaction: string; uploaded_file_key: string };

interface UploadCall<Input, Staged, Output> {
  /** Whether the upload has to be moved. A repeated create finds its row. */
  needs: (scope: DealRead, input: Input) => Promise<boolean>;
  /** Moves the upload to its place, in the organization's turn. */
  stage: (
    services: RequestContext['services'],
    organization: string,
    uploadedKey: string,
  ) => Promise<Staged | null>;
  create: (scope: DealWrite, input: Input, staged: Staged | null) => Promise<Output>;
}

/** Creates the row of an uploaded file. The file is moved before the deal is locked, because that may take long. */
export function uploadCall<Input extends Uploaded, Staged, Output>({
  needs,
  stage,
  create,
}: UploadCall<Input, Staged, Output>): (call: Call<Input>) => Promise<Output> {
  return async (call) => {
    const { context, procedure, input } = call;
    const { services } = context;
    const staged = await outcomeOf(async () => {
      const asRead = { ...procedure['~orpc'], act: 'opened' } as const;
      const organization = await readDeal(
        context,
        asRead,
        byTransaction,
        input,
        // A call that already has its response, or whose key is used up, ignores the file.
        async (scope, asked) =>
          !(await hasAnswer(scope, context)) && (await needs(scope, asked)) ? scope.deal.organization : null,
      );
      return organization === null ? null : stage(services, organization, input.uploaded_file_key);
    });
    const write = dealWrite<Input, Output>(byTransaction, async (scope, asked) =>
      create(scope, asked, staged()),
    );
    const created = await write(call);
    // Runs after the commit, in parallel with the response.
    void clearUpload(services.objects, input.uploaded_file_key);
    return created;
  };
}

/** Returns whether the call's Idempotency-Key already has its response. */
async function hasAnswer({ tx, user }: DealRead, { idempotency }: RequestContext): Promise<boolean> {
  return idempotency !== null && isAnswered(tx, { user: user.uuid, key: idempotency.key });
}

/** Runs the work. If its outcome is stored under the key, even a failure, later requests get it. */
async function outcomeOf<Result>(work: () => Promise<Result>): Promise<() => Result> {
  try {
    const result = await work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
