import type { Knex } from 'knex';

interface TenantTableOptions {
  /** Whether `withEveryOrganization` may read the rows. */
  everyOrganization?: boolean;
  /** Privileges of the application role. Default: all four. */
  grants?: readonly ('select' | 'insert' | 'update' | 'delete')[];
}

/** Name of the application role. The migration's connection owns the tables. */
export const appRoleOf = async (knex: Knex): Promise<string> => {
  const { rows } = await knex.raw<{ rows: { role: string | null }[] }>(
    `select current_setting('app.role', true) as role`,
  );
  const role = rows[0]?.role;
  if (!role) throw new Error('Run migrations with runMigrations, which sets the application role');
  return role;
};

export const grantTable = async (
  knex: Knex,
  table: string,
  grants: TenantTableOptions['grants'] = ['select', 'insert', 'update', 'delete'],
): Promise<void> => {
  await knex.raw(`grant ${grants.join(', ')} on ?? to ??`, [table, await appRoleOf(knex)]);
};

/** Creates a table without organization and grants it to the application role. */
export const createGlobalTable = async (
  knex: Knex,
  table: string,
  columns: (builder: Knex.CreateTableBuilder) => void,
  options: Pick<TenantTableOptions, 'grants'> = {},
): Promise<void> => {
  await knex.schema.createTable(table, columns);
  await grantTable(knex, table, options.grants);
};

/**
 * Creates a tenant table: `organization_id`, forced row-level security with its policy, grants. Keys between tenant
 * tables must start with `organization_id`.
 */
export const createTenantTable = async (
  knex: Knex,
  table: string,
  columns: (builder: Knex.CreateTableBuilder) => void,
  { everyOrganization = false, grants }: TenantTableOptions = {},
): Promise<void> => {
  await knex.schema.createTable(table, (builder) => {
    builder.bigInteger('organization_id').notNullable();
    columns(builder);
  });
  const rule = `organization_id = app_organization_id()${everyOrganization ? ' or app_every_organization()' : ''}`;
  await knex.raw('alter table ?? enable row level security', [table]);
  await knex.raw('alter table ?? force row level security', [table]);
  await knex.raw(`create policy tenant on ?? using (${rule}) with check (${rule})`, [table]);
  await grantTable(knex, table, grants);
};
