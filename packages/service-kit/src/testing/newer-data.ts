/** Reads data as a newer version would have written it, through each reading operation of a service. */
import pg from 'pg';
import { inject } from 'vitest';

const newerValue = 'OF_A_NEWER_VERSION';
const newerMember = 'ofANewerVersion';
/** Names of constants in JSON, and of fields in lists of changes. */
const constantPattern = /^[A-Z]{2,}(?:_[A-Z]+)*$/;

interface Column {
  table: string;
  name: string;
  type: string;
}

type Call = () => Promise<{ status: number; body: unknown }>;

interface Schema {
  $ref?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { in: string; name: string; required?: boolean }[];
        responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
      }
    >
  >;
  components?: { schemas?: Record<string, Schema> };
}

/** Lists the places of values that the schema of a response does not list. */
const findForeignValues = (
  { components = {} }: Description,
  unresolved: Schema | undefined,
  value: unknown,
  place = '',
): string[] => {
  const named = unresolved?.$ref?.split('/').at(-1);
  const schema = named === undefined ? unresolved : components.schemas?.[named];
  if (!schema || value === null || value === undefined) return [];
  const find = (one: Schema | undefined, part: unknown, name: string): string[] =>
    findForeignValues({ paths: {}, components }, one, part, `${place}.${name}`);
  if (schema.anyOf) {
    const found = schema.anyOf.map((one) => findForeignValues({ paths: {}, components }, one, value, place));
    return found.find((places) => places.length === 0) ?? found[0] ?? [];
  }
  if (schema.enum && !schema.enum.includes(value)) return [`${place} is ${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((item, index) => find(schema.items, item, String(index)));
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => find(schema.properties?.[name], part, name));
};

export interface NewerData {
  databaseName: string;
  /** OpenAPI description of the service. */
  description: unknown;
  /** Values of path and query parameters by name. Things with these ids exist. */
  known: Readonly<Record<string, string>>;
  send(method: string, path: string): ReturnType<Call>;
  /** Further calls that read, for example a POST. */
  further?: Readonly<Record<string, Call>>;
  /** Paths that are not called, with the reason. */
  uncalled: Readonly<Record<string, string>>;
  /** Paths whose responses contain unknown values as they were written, with the reason. */
  asWritten?: Readonly<Record<string, string>>;
  /** Columns (`table.column`) or tables that stay as they are, with the reason. */
  unchanged: Readonly<Record<string, string>>;
  /** JSON columns (`table.column`) whose objects map ids or names to values, with the reason. */
  maps: Readonly<Record<string, string>>;
}

const listColumns = async (client: pg.Client): Promise<Column[]> => {
  const { rows } = await client.query<Column>(
    `select c.table_name as table, c.column_name as name, c.udt_name as type
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.udt_name in ('text', 'varchar', '_text', 'json', 'jsonb')
      order by 1, 2`,
  );
  return rows;
};

const listReadings = ({ description, known, send, uncalled, further = {} }: NewerData): Map<string, Call> => {
  const readings = new Map<string, Call>(Object.entries(further));
  for (const [template, { get }] of Object.entries((description as Description).paths)) {
    if (!get || template in uncalled) continue;
    const missing = (name: string): never => {
      throw new Error(`${template} needs a value of ${name}, or a reason not to be called`);
    };
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? missing(name));
    const query = (get.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && (parameter.required || parameter.name in known))
      .map(({ name }) => `${name}=${encodeURIComponent(known[name] ?? missing(name))}`);
    const address = query.length > 0 ? `${path}?${query.join('&')}` : path;
    readings.set(template, () => send('GET', address));
  }
  return readings;
};

/** Adds a member to each object, or replaces the constants. */
const renew = (value: unknown, isMember: boolean, key?: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => renew(item, isMember, key));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, item]) => [name, renew(item, isMember, name)]);
    return Object.fromEntries(isMember ? [...entries, [newerMember, { unknown: [newerValue] }]] : entries);
  }
  if (isMember || typeof value !== 'string') return value;
  return constantPattern.test(value) || key === 'field' ? newerValue : value;
};

const quote = (name: string): string => `"${name}"`;

const isCode = (error: unknown, code: string): boolean => (error as { code?: string }).code === code;
const checkViolation = '23514';
const uniqueViolation = '23505';

const writeText = async (client: pg.Client, { table, name, type }: Column): Promise<void> => {
  const set = (value: string) =>
    client.query(`update ${quote(table)} set ${quote(name)} = ${value} where ${quote(name)} is not null`, [
      newerValue,
    ]);
  if (type === '_text') await set(`array_append(${quote(name)}, $1)`);
  else
    await set('$1').catch((error: unknown) => {
      if (!isCode(error, uniqueViolation)) throw error;
      return set('cast($1 as text) || ctid');
    });
};

const writeJson = async (client: pg.Client, { table, name, type }: Column, isMember: boolean) => {
  const { rows } = await client.query<{ place: string; value: unknown }>(
    `select ctid::text as place, ${quote(name)} as value from ${quote(table)}`,
  );
  for (const { place, value } of rows)
    await client.query(`update ${quote(table)} set ${quote(name)} = $2::${type} where ctid = $1::tid`, [
      place,
      JSON.stringify(renew(value, isMember)),
    ]);
};

const nameOf = ({ table, name }: Column): string => `${table}.${name}`;

/** Whether the column holds constants. Such columns are tried alone; other texts of a table together. */
const hasConstants = async (client: pg.Client, { table, name, type }: Column): Promise<boolean> => {
  if (type === '_text') return true;
  const { rows } = await client.query<{ all: boolean }>(
    `select bool_and(${quote(name)} ~ $1) as all from ${quote(table)} where ${quote(name)} is not null`,
    ['^[A-Z]{2,}(_[A-Z]+)*$'],
  );
  return rows[0]?.all === true;
};

/** Restores all rows of a table after `work`. */
const whileChanged = async (client: pg.Client, table: string, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => quote(name)).join(', ');
  await client.query(`create temp table saved as select ${names} from ${quote(table)}`);
  try {
    await work();
  } finally {
    await client.query(`delete from ${quote(table)}`);
    await client.query(
      `insert into ${quote(table)} (${names}) overriding system value select ${names} from saved`,
    );
    await client.query('drop table saved');
  }
};

/**
 * Writes an unknown value into each text column, and unknown members and constants into each JSON column. Columns with
 * constants and JSON are changed one at a time. Sends each GET of the description meanwhile.
 *
 * @returns `failures`: calls whose status changed, or whose response has a value that its description does not list;
 * `refused`: columns whose values a constraint lists, which a migration extends before a newer version writes others;
 * `empty`: columns that need a row or a reason; `columns`: the number tried
 */
export const readNewerData = async (options: NewerData) => {
  const { databaseName, unchanged, maps, asWritten = {} } = options;
  const description = options.description as Description;
  // A superuser, whom row-level security does not restrict.
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${databaseName}`;
  const readings = listReadings(options);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const readAll = async (): Promise<Map<string, { status: number; body: unknown }>> => {
    const answers = new Map<string, { status: number; body: unknown }>();
    for (const [name, call] of readings)
      answers.set(name, await call().catch((error: Error) => ({ status: 0, body: error.message })));
    return answers;
  };
  const result = { failures: [] as string[], refused: [] as string[], empty: [] as string[], columns: 0 };
  try {
    // No foreign keys and triggers.
    await client.query(`set session_replication_role = 'replica'`);
    const before = await readAll();
    for (const [name, { status, body }] of before)
      if (status >= 300) result.failures.push(`${status} ${name} without a change: ${JSON.stringify(body)}`);
    const attempt = async (what: string, table: string, write: () => Promise<unknown>): Promise<void> =>
      whileChanged(client, table, async () => {
        await write();
        for (const [name, { status, body }] of await readAll()) {
          if (status !== before.get(name)?.status)
            result.failures.push(`${status} ${name} with ${what}: ${JSON.stringify(body).slice(0, 300)}`);
          if (name in asWritten) continue;
          const response = description.paths[name]?.['get']?.responses?.[status]?.content;
          const [foreign] = findForeignValues(description, response?.['application/json']?.schema, body);
          if (foreign !== undefined) result.failures.push(`${name} with ${what}: ${foreign}`);
        }
      });
    const tryText = async (columns: readonly Column[]): Promise<void> => {
      const names = columns.map(nameOf).join(', ');
      try {
        await attempt(`a value in ${names}`, columns[0]?.table ?? '', async () => {
          for (const column of columns) await writeText(client, column);
        });
      } catch (error) {
        if (!isCode(error, checkViolation)) throw error;
        if (columns.length === 1) result.refused.push(names);
        else for (const column of columns) await tryText([column]);
      }
    };
    const columns: Column[] = [];
    for (const column of await listColumns(client)) {
      if (column.table in unchanged || nameOf(column) in unchanged) continue;
      const { rowCount } = await client.query(
        `select 1 from ${quote(column.table)} where ${quote(column.name)} is not null limit 1`,
      );
      if (rowCount) columns.push(column);
      else result.empty.push(nameOf(column));
    }
    result.columns = columns.length;
    const texts = new Map<string, Column[]>();
    for (const column of columns) {
      const { table, type } = column;
      if (type.startsWith('json')) {
        await attempt(`constants in ${nameOf(column)}`, table, () => writeJson(client, column, false));
        if (!(nameOf(column) in maps))
          await attempt(`members in ${nameOf(column)}`, table, () => writeJson(client, column, true));
      } else if (await hasConstants(client, column)) await tryText([column]);
      else texts.set(table, [...(texts.get(table) ?? []), column]);
    }
    for (const ofTable of texts.values()) await tryText(ofTable);
    return result;
  } finally {
    await client.end();
  }
};
