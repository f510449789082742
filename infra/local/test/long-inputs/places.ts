import { buildSample, type JsonSchema, listPlaces, resolve, type Schemas } from './schema-values';
import { addressBytes, buildPlain, buildShape, encodeShape, shapeNames } from './shapes';

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: JsonSchema;
}
interface Operation {
  tags: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

export interface ProbeRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** A place of a request that a client fills. */
export interface Place {
  name: string;
  /** The same code reads places with the same key. */
  key: string;
  shapes: readonly string[];
  /** Builds a request with a shape in this place, or with a plain text of the same size. */
  build(shape: string | undefined): ProbeRequest;
}
export interface ApiPlace extends Place {
  isForVisitors: boolean;
}

const bodyLength = 16_000;
/** The gateway accepts 16 KB of headers of a part. */
const fileNameLength = 7_900;

/** Headers that the product or a library reads in every operation. */
const commonHeaders = [
  ...['accept', 'accept-language', 'accept-encoding', 'authorization', 'cookie', 'content-type', 'forwarded'],
  ...['host', 'idempotency-key', 'if-match', 'if-none-match', 'origin', 'range', 'referer', 'traceparent'],
  ...['user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-request-id'],
];

/** Values that are no text: long lists, wide objects, deep nesting, long numbers. */
const structures: Readonly<Record<string, string>> = {
  'equal items': `[${'1,'.repeat(bodyLength / 2)}1]`,
  'different items': `[${Array.from({ length: 2_500 }, (_, index) => index + 10_000).join()}]`,
  'texts as items': `[${'"a",'.repeat(bodyLength / 4)}"a"]`,
  'objects as items': `[${'{},'.repeat(bodyLength / 3)}{}]`,
  'many keys': `{${Array.from({ length: 1_600 }, (_, index) => `"${index + 10_000}":1`).join()}}`,
  'nested lists': '['.repeat(bodyLength / 2) + ']'.repeat(bodyLength / 2),
  'nested objects': `${'{"a":'.repeat(bodyLength / 6)}1${'}'.repeat(bodyLength / 6)}`,
  'a long number': '9'.repeat(bodyLength),
};

const addressPlace = (name: string, put: (text: string) => ProbeRequest): Place => ({
  name,
  key: name,
  shapes: shapeNames,
  build: (shape) => put(shape === undefined ? buildPlain(addressBytes) : encodeShape(shape)),
});

/** Paths of pages and files, which the description does not contain. Sent as they are, if a path can contain them. */
export const pagePlaces: readonly Place[] = ['/', '/task/', '/remotes/', '/remotes/shell/', '/api/'].flatMap(
  (start) =>
    [encodeShape, (shape: string) => buildShape(shape, addressBytes).replace(/[^!-~]/g, '')].map(
      (write, index) => ({
        name: `GET ${start}… ${index === 0 ? 'encoded' : 'plain'}`,
        key: `${start} ${index}`,
        shapes: shapeNames,
        build: (shape) => ({
          method: 'GET',
          path: start + (shape === undefined ? buildPlain(addressBytes) : write(shape)),
          headers: { accept: 'text/html' },
        }),
      }),
    ),
);

const listBodyPlaces = (
  schema: JsonSchema,
  schemas: Schemas,
  send: (payload: string) => ProbeRequest,
): Place[] =>
  listPlaces(schema, schemas).flatMap(({ name, schema: own, put }) => {
    const [before = '', after = ''] = JSON.stringify(put('\u0002')).split('"\\u0002"');
    const key = `${name.split('.').at(-1)} ${JSON.stringify(own)}`;
    const place = (length: number): Place => ({
      name: `${name} (${length})`,
      key: `${key} ${length}`,
      shapes: shapeNames,
      build: (shape) =>
        send(
          before +
            JSON.stringify(shape === undefined ? buildPlain(length) : buildShape(shape, length)) +
            after,
        ),
    });
    if (own.type === 'array' || own.type === 'object' || own.type === undefined)
      return [
        {
          ...place(bodyLength),
          shapes: Object.keys(structures),
          build: (shape) =>
            shape === undefined
              ? place(bodyLength).build(undefined)
              : send(before + structures[shape] + after),
        },
      ];
    const isShorter = own.type === 'string' && own.maxLength !== undefined && own.maxLength < bodyLength;
    return [place(bodyLength), ...(isShorter ? [place(own.maxLength ?? 0)] : [])];
  });

/** Uploads a file with a name for a submission. `[start, end]` write the name in the header of the part. */
export const uploadRequest = (
  name: string,
  [start = '', end = '']: readonly string[] = ['filename="', '"'],
  base: Pick<ProbeRequest, 'path' | 'headers'> = { path: '/api/tasks/new/attachments', headers: {} },
): ProbeRequest => ({
  method: 'POST',
  path: base.path,
  headers: { ...base.headers, 'content-type': 'multipart/form-data; boundary=obieg' },
  payload: Buffer.from(
    `--obieg\r\nContent-Disposition: form-data; name="file"; ` +
      `${start}${name.replace(/["\r\n]/g, encodeURIComponent)}${end}\r\n` +
      'Content-Type: text/plain\r\n\r\nabc\r\n--obieg--\r\n',
  ),
});

const listUploadPlaces = (base: ProbeRequest): Place[] =>
  [
    ['filename="', '"'],
    ["filename*=UTF-8''", ''],
  ].map((quotes) => ({
    name: quotes.join('…'),
    key: quotes.join('…'),
    shapes: shapeNames,
    build: (shape) =>
      uploadRequest(
        shape === undefined ? buildPlain(fileNameLength) : buildShape(shape, fileNameLength),
        quotes,
        base,
      ),
  }));

/** Ids by the names of path parameters. */
type KnownIds = Readonly<Record<string, string>>;

/** Lists what a client fills in one operation. */
const listOperationPlaces = (
  method: string,
  template: string,
  { parameters = [], requestBody }: Operation,
  { schemas, ids, hasCommonHeaders }: { schemas: Schemas; ids: KnownIds; hasCommonHeaders: boolean },
): Place[] => {
  // Nothing has the other id, so that no call deletes what others need.
  const fill = (name: string): string => (method === 'DELETE' ? undefined : ids[name]) ?? '999999999';
  const fillPath = (given: Readonly<Record<string, string>> = {}): string =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => given[name] ?? fill(name));
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const base: ProbeRequest = { method, path: fillPath(), headers };
  const isJson = content !== undefined && type === 'application/json';
  const sample = isJson ? { ...base, payload: JSON.stringify(buildSample(content.schema, schemas)) } : base;
  const named = (kind: Parameter['in']): Parameter[] => parameters.filter((one) => one.in === kind);
  const headerNames = new Set([
    ...named('header').map(({ name }) => name),
    ...(hasCommonHeaders ? commonHeaders : []),
  ]);
  return [
    ...named('path').map(({ name }) =>
      addressPlace(`{${name}}`, (text) => ({ ...sample, path: fillPath({ [name]: text }) })),
    ),
    ...named('query').map(({ name }) =>
      addressPlace(`?${name}`, (text) => ({ ...sample, path: `${base.path}?${name}=${text}` })),
    ),
    ...[...headerNames].map((name) =>
      addressPlace(name, (text) => ({ ...sample, headers: { ...headers, [name]: text } })),
    ),
    ...(isJson
      ? listBodyPlaces(resolve(content.schema, schemas), schemas, (payload) => ({ ...base, payload }))
      : []),
    ...(content && !isJson ? listUploadPlaces(base) : []),
  ];
};

/** Lists what a client fills in all operations: parameters, headers, fields of bodies and names of files. */
export const listApiPlaces = ({ paths, components }: ApiDescription, ids: KnownIds): ApiPlace[] => {
  const services = new Set<string>();
  return Object.entries(paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const service = operation.tags[0] ?? '';
      const hasCommonHeaders = !services.has(service);
      services.add(service);
      const isForVisitors = operation.security?.every((scheme) => Object.keys(scheme).length > 0) !== true;
      return listOperationPlaces(method, template, operation, {
        schemas: components.schemas,
        ids,
        hasCommonHeaders,
      }).map((place) => ({ ...place, isForVisitors, name: `${method} ${template} ${place.name}` }));
    }),
  );
};
