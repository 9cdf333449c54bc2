import { OpenAPIGenerator, type OpenAPI } from '@orpc/openapi';
import { traverseContractProcedures } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import * as z from 'zod';
import { contract } from '../../src/contract/contract.ts';
import { errorBodySchema } from '../../src/contract/errors.ts';
import {
  BASE_VERSION_HEADER,
  CONTRACT_VERSION,
  IDEMPOTENCY_HEADER,
  ORIGIN_HEADER,
} from '../../src/contract/version.ts';

let made: Promise<unknown> | undefined;

/** The description of every call, generated from the contract once. */
export async function openApiDocument(publicUrl: string): Promise<unknown> {
  made ??= describe(publicUrl);
  return made;
}

async function describe(publicUrl: string): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: 'Counterpart', version: String(CONTRACT_VERSION) },
    servers: [{ url: `${publicUrl}/api` }],
    commonSchemas: { Error: { schema: errorBodySchema, strategy: 'output' } },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      responses: {
        Failure: {
          description: 'Every failed call returns a sentence for the user and a code for the program.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      parameters: {
        IdempotencyKey: {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          description: 'The same key has one effect and one response, including a refusal, for 90 days.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
        BaseVersion: {
          name: BASE_VERSION_HEADER,
          in: 'header',
          description:
            'The version of the row that the edit is based on. If someone has changed the same fields since, the response is 409.',
          schema: { type: 'integer', minimum: 0 },
        },
        Origin: {
          name: ORIGIN_HEADER,
          in: 'header',
          description:
            'The device that the edit was made on. Also 409 if the same person has since changed the row on another device.',
          schema: { type: 'string', format: 'uuid' },
        },
      },
    },
    security: [{ session: [] }],
  });
  const endpointOf = endpointsByName();
  for (const operation of operationsOf(document))
    complete(operation, endpointOf.get(operation.operationId ?? ''));
  return document;
}

/**
 * Adds what the generator does not see: how calls fail, which ones need no session, our headers, and responses without a
 * body.
 */
function complete(operation: OpenAPI.OperationObject, found: Endpoint | undefined): void {
  if (!found) throw new Error(`The contract has no call ${operation.operationId}.`);
  operation.responses = { ...operation.responses, default: { $ref: '#/components/responses/Failure' } };
  if (found.meta.policy === 'public') operation.security = [];
  const { '204': empty } = operation.responses;
  if (empty && 'content' in empty) delete empty.content;
  const headers = [
    ...(found.meta.idempotent ? ['IdempotencyKey'] : []),
    ...(found.meta.idempotent && found.route.method === 'PATCH' ? ['BaseVersion'] : []),
  ];
  if (headers.length === 0) return;
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function operationsOf(document: OpenAPI.Document): OpenAPI.OperationObject[] {
  return Object.values(document.paths ?? {}).flatMap((path) =>
    [path?.get, path?.post, path?.patch, path?.delete, path?.put].filter(
      (operation) => operation !== undefined,
    ),
  );
}

/** The part of an endpoint's declaration that is needed here. Its type is lost on the walk through the contract. */
const endpointSchema = z.object({
  meta: z.object({ policy: z.string(), idempotent: z.boolean().optional() }),
  route: z.object({ method: z.string() }),
});
type Endpoint = z.infer<typeof endpointSchema>;

function endpointsByName(): Map<string, Endpoint> {
  const endpointOf = new Map<string, Endpoint>();
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
    endpointOf.set(path.join('.'), endpointSchema.parse(procedure['~orpc']));
  });
  return endpointOf;
}
