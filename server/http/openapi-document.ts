import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { contract } from '../../src/contract/contract.ts';
import { errorBodySchema } from '../../src/contract/errors.ts';
import { CONTRACT_VERSION } from '../../src/contract/version.ts';

let made: Promise<unknown> | undefined;

/** The description of every call, generated from the contract once. */
export async function openApiDocument(publicUrl: string): Promise<unknown> {
  made ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
    info: { title: 'Counterpart', version: String(CONTRACT_VERSION) },
    servers: [{ url: `${publicUrl}/api` }],
    commonSchemas: { Error: { schema: errorBodySchema, strategy: 'output' } },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      responses: {
        Failure: {
          description: 'Every call that fails answers a sentence for the person and a code for the program.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
    security: [{ session: [] }],
  });
  return made;
}
