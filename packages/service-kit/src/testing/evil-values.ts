/** Sends values that JavaScript and PostgreSQL disagree about to every time, number, id, cursor and text of an API. */

const encodeCursor = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const evilMoments = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-01-01T00:00:00+23:59',
  `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
  '-infinity',
];
const evilNumbers = ['1e400', '-1e400', '1e18', '9007199254740991', '9223372036854775808', '-1', '1.5'];
const evilCursors = [
  ...evilMoments.map((moment) => encodeCursor([moment, 1])),
  encodeCursor(['\u0000', 1]),
  encodeCursor(['a', 1e18]),
  encodeCursor([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]),
];
/** Texts that PostgreSQL cannot store or takes long to compare, and a time zone that only Node.js knows. */
const evilStrings = ['a\u0000b', 'a\ud800b', 'a'.concat('\u0301'.repeat(31)), 'US/Pacific-New'];
/** No address can contain a lone surrogate. */
const evilParameters = evilStrings.filter((text) => text.isWellFormed());
const evilTexts = [...evilMoments, ...evilNumbers, ...evilCursors, ...evilParameters];

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
}
interface Content {
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** Mark the place of an evil value. */
const textPlace = '@evil-text@';
const numberPlace = '@evil-number@';
const stringPlace = '@evil-string@';

const isLive = ({ responses = {} }: Operation): boolean =>
  Object.values(responses).some(({ content = {} }) => 'text/event-stream' in content);

const createSampler = ({ components }: Description) => {
  const resolve = (schema: Schema): Schema => {
    const named = schema.$ref ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] : undefined;
    const chosen = named ?? schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0];
    return chosen ? resolve(chosen) : schema;
  };
  const typeOf = ({ type }: Schema): string | undefined => (Array.isArray(type) ? type[0] : type);
  const samplesByType: Record<string, (schema: Schema) => unknown> = {
    integer: ({ minimum }) => Math.max(minimum ?? 1, 1),
    number: ({ minimum }) => minimum ?? 1,
    boolean: () => false,
    string: ({ format, minLength }) =>
      format === 'date-time' ? '2026-12-01T10:00:00Z' : 'x'.repeat(minLength ?? 1),
    array: ({ minItems = 0, items = {} }) => Array.from({ length: minItems }, () => sample(items)),
    object: ({ properties = {}, required = [] }) =>
      Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})])),
  };
  const sample = (unresolved: Schema): unknown => {
    const schema = resolve(unresolved);
    const fixed = [schema.const, schema.default, schema.enum?.[0]].find((value) => value !== undefined);
    return fixed ?? samplesByType[typeOf(schema) ?? '']?.(schema) ?? null;
  };
  const placeOf = (schema: Schema): string | undefined => {
    if (['integer', 'number'].includes(typeOf(schema) ?? '')) return numberPlace;
    if (/date|time/.test(schema.format ?? '') || /\\d/.test(schema.pattern ?? '')) return textPlace;
    return typeOf(schema) === 'string' ? stringPlace : undefined;
  };
  /** Sample bodies with one placeholder each, in every time, number, id and text. */
  const bodiesOf = (unresolved: Schema, depth = 0): unknown[] => {
    const schema = resolve(unresolved);
    if (depth > 6) return [];
    if (typeOf(schema) === 'array') return bodiesOf(schema.items ?? {}, depth + 1).map((item) => [item]);
    if (typeOf(schema) !== 'object') return [placeOf(schema) ?? []].flat();
    const whole = sample(schema) as Record<string, unknown>;
    return Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
      bodiesOf(property, depth + 1).map((value) => ({ ...whole, [name]: value })),
    );
  };
  return { sample, bodiesOf };
};

/** A call with a placeholder in one place. */
interface EvilCall {
  method: string;
  path: string;
  rawBody?: string;
}

const listCalls = (description: Description, known: Readonly<Record<string, string>>): EvilCall[] => {
  const { sample, bodiesOf } = createSampler(description);
  return Object.entries(description.paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]): EvilCall[] => {
      if (isLive(operation)) return [];
      const method = verb.toUpperCase();
      const { parameters = [], requestBody } = operation;
      const fill = (evilName?: string): string =>
        template.replace(/\{(\w+)\}/g, (_, name: string) =>
          name === evilName ? numberPlace : (known[name] ?? '1'),
        );
      const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
      const required = named('query')
        .filter((parameter) => parameter.required)
        .map(({ name, schema = {} }) => `${name}=${encodeURIComponent(String(sample(schema)))}`);
      const queryOf = (name: string): string =>
        [...required.filter((part) => !part.startsWith(`${name}=`)), `${name}=${textPlace}`].join('&');
      const schema = requestBody?.content?.['application/json']?.schema;
      return [
        ...named('path').map(({ name }) => ({ method, path: fill(name) })),
        ...named('query').map(({ name }) => ({ method, path: `${fill()}?${queryOf(name)}` })),
        ...(schema ? bodiesOf(schema) : []).map((body) => ({
          method,
          path: fill(),
          rawBody: JSON.stringify(body),
        })),
      ];
    }),
  );
};

interface Attack {
  /** Path parameters of things that exist, so that the other values reach the database. */
  known?: Record<string, string>;
  send(method: string, path: string, options: { rawBody?: string }): Promise<{ status: number }>;
}

/**
 * Sends evil values, one at a time, in each parameter and in each time, number, id and text of a body that an
 * OpenAPI description names.
 *
 * @returns the number of calls, and those with a response of 500 or more
 */
export const attackWithEvilValues = async (
  description: unknown,
  { known = {}, send }: Attack,
): Promise<{ calls: number; failures: string[] }> => {
  const failures: string[] = [];
  let calls = 0;
  const attempt = async (method: string, path: string, rawBody?: string): Promise<void> => {
    calls += 1;
    const { status } = await send(method, path, rawBody === undefined ? {} : { rawBody });
    if (status >= 500) failures.push(`${status} ${method} ${path} ${rawBody ?? ''}`);
  };
  for (const { method, path, rawBody } of listCalls(description as Description, known)) {
    if (path.includes(numberPlace))
      for (const number of evilNumbers) await attempt(method, path.replace(numberPlace, number));
    if (path.includes(textPlace))
      for (const text of evilTexts) await attempt(method, path.replace(textPlace, encodeURIComponent(text)));
    if (rawBody?.includes(numberPlace))
      for (const number of evilNumbers)
        await attempt(method, path, rawBody.replace(`"${numberPlace}"`, number));
    if (rawBody?.includes(textPlace))
      for (const text of evilMoments) await attempt(method, path, rawBody.replace(textPlace, text));
    if (rawBody?.includes(stringPlace))
      for (const text of evilStrings)
        await attempt(method, path, rawBody.replace(`"${stringPlace}"`, JSON.stringify(text)));
  }
  return { calls, failures };
};
