import { v7 } from 'uuid';
import * as z from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Returns an object that a schema accepts, with these fields or the required ones. Each uuid and each text in
 * it is unique.
 */
export function sampleOf(schema: z.ZodObject, fields?: readonly string[]): Record<string, unknown> {
  const { required, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return objectOf({ ...rest, required: [...(fields ?? required ?? [])] });
}

function objectOf({ required = [], properties = {} }: JsonSchema): Record<string, unknown> {
  return Object.fromEntries(required.map((field) => [field, valueOf(properties[field] as JsonSchema)]));
}

const TEXTS: Record<string, () => string> = {
  uuid: v7,
  'date-time': () => '2026-01-01T00:00:00.000Z',
  date: () => '2026-01-01',
  email: () => 'jane@alder.test',
};

let texts = 0;

function valueOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  const [choice] = schema.enum ?? [];
  if (choice !== undefined) return choice;
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option) return valueOf(option);
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return (schema.minItems ?? 0) > 0 ? [valueOf(schema.items as JsonSchema)] : [];
    case 'string':
      return TEXTS[schema.format ?? '']?.() ?? `Sample ${(texts += 1)}`;
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return typeof schema.exclusiveMinimum === 'number'
        ? schema.exclusiveMinimum + 1
        : Math.max(schema.minimum ?? 0, 0);
    default:
      return null;
  }
}
