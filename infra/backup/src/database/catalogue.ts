import type pg from 'pg';

export interface Table {
  name: string;
  /** Columns with stored values, in order. PostgreSQL computes generated columns itself. */
  columns: string[];
  isRowSecurityForced: boolean;
}

/** knex' own tables. The migrations fill them. */
const migrationTables = ['migrations', 'migrations_lock'];

/** Lists the tables with data, in the order of their names. */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relforcerowsecurity as "isRowSecurityForced",
            array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1)
      group by c.oid
      order by c.relname`,
    [migrationTables],
  );
  return rows;
};

export const listSequences = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
      and relname not like 'migrations%' order by relname`,
  );
  return rows.map(({ name }) => name);
};

/** Lists the migrations that have run, in order. Empty without the table. */
export const listMigrations = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows: found } = await client.query(`select to_regclass('public.migrations') as id`);
  if (found[0].id === null) return [];
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id');
  return rows.map(({ name }) => name);
};

/** Whether the database has no tables and no other relations. */
export const isEmptyDatabase = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from pg_class where relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.count) === 0;
};
