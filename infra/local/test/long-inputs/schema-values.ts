/** The part of JSON Schema that our OpenAPI description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maxLength?: number;
  minItems?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  required?: string[];
  items?: JsonSchema;
}
export type Schemas = Readonly<Record<string, JsonSchema>>;

const deepest = 5;

export const resolve = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) return resolve(schemas[name] ?? {}, schemas);
  const choices = schema.anyOf ?? schema.oneOf;
  const chosen = choices?.find(({ type }) => type !== 'null');
  return chosen ? resolve(chosen, schemas) : schema;
};

const sampleText = ({ format }: JsonSchema): string => {
  if (format === 'email') return 'jan@acme.test';
  return format === 'date-time' ? '2027-01-01T10:00:00.000Z' : 'Abc';
};

/** A small value that the schema accepts as far as it can tell. */
export const buildSample = (given: JsonSchema, schemas: Schemas, depth = 0): unknown => {
  const schema = resolve(given, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object': {
      const required = depth > deepest ? [] : (schema.required ?? []);
      return Object.fromEntries(
        required.map((name) => [name, buildSample(schema.properties?.[name] ?? {}, schemas, depth + 1)]),
      );
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        buildSample(schema.items ?? {}, schemas, depth + 1),
      );
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    default:
      return sampleText(schema);
  }
};

/** A place in a body and the body with another value there. */
export interface BodyPlace {
  name: string;
  schema: JsonSchema;
  put(value: unknown): unknown;
}

/** Lists the whole body and each of its fields, also of nested objects and of items of arrays. */
export const listPlaces = (given: JsonSchema, schemas: Schemas): BodyPlace[] => {
  const visit = (part: JsonSchema, name: string, put: BodyPlace['put'], depth: number): BodyPlace[] => {
    const schema = resolve(part, schemas);
    const own = { name, schema, put };
    if (depth > deepest) return [own];
    if (schema.type === 'array' && schema.items)
      return [own, ...visit(schema.items, `${name}[]`, (value) => put([value]), depth + 1)];
    if (schema.type !== 'object') return [own];
    const sample = buildSample(schema, schemas, depth) as Record<string, unknown>;
    return [
      own,
      ...Object.entries(schema.properties ?? {}).flatMap(([field, property]) =>
        visit(property, `${name}.${field}`, (value) => put({ ...sample, [field]: value }), depth + 1),
      ),
      ...(typeof schema.additionalProperties === 'object'
        ? visit(schema.additionalProperties, `${name}.*`, (value) => put({ ...sample, 1: value }), depth + 1)
        : []),
    ];
  };
  return visit(given, 'body', (value) => value, 0);
};
