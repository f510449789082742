import type { Knex } from 'knex';

/** Finds tables with `organization_id` that lack forced row-level security or whose policy ignores the organization. */
const findUnprotectedTables = async (knex: Knex): Promise<string[]> => {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(`
    select c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped and a.attnotnull
     where c.relkind in ('r', 'p')
       and (not c.relrowsecurity or not c.relforcerowsecurity
            or not exists (select 1 from pg_policy p where p.polrelid = c.oid)
            or exists (select 1 from pg_policy p
                        where p.polrelid = c.oid and p.polpermissive
                          and coalesce(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid), '')
                              not like '%app_organization_id()%'))
     order by 1`);
  return rows.map(({ name }) => name);
};

/** Finds privileges with which the service's role could bypass row-level security. */
const findRolePrivileges = async (knex: Knex): Promise<string[]> => {
  const { rows } = await knex.raw<{
    rows: { superuser: boolean; bypasses: boolean; owns: boolean }[];
  }>(`select r.rolsuper as superuser, r.rolbypassrls as bypasses,
            exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
                     where c.relowner = r.oid) as owns
       from pg_roles r where r.rolname = current_user`);
  const [role] = rows;
  return [
    role?.superuser ? 'the role is a superuser' : '',
    role?.bypasses ? 'the role bypasses row-level security' : '',
    role?.owns ? 'the role owns tables' : '',
  ].filter((reason) => reason !== '');
};

/** Lists every gap in the isolation of tenants. Run it with the application's role. */
export const findIsolationGaps = async (knex: Knex): Promise<string[]> => {
  const [tables, privileges] = await Promise.all([findUnprotectedTables(knex), findRolePrivileges(knex)]);
  return [...tables.map((name) => `the table ${name} is open`), ...privileges];
};
