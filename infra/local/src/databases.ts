import pg from 'pg';

/** Database addresses of one service. The owner runs migrations; the service uses the application role. */
export interface ServiceDatabase {
  name: string;
  ownerUrl: string;
  appUrl: string;
  appRole: string;
}

const asRole = (adminUrl: string, role: string, password: string, database: string): string => {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
};

/**
 * Creates a database with an owner role and an application role. The application role owns nothing and cannot bypass
 * row-level security. Each call sets `password` again. Role names start with the database's name.
 */
export const ensureDatabase = async (
  adminUrl: string,
  name: string,
  password: string,
): Promise<ServiceDatabase> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const [ownerRole, appRole] = [`${name}_owner`, `${name}_app`];
  try {
    for (const role of [ownerRole, appRole]) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
      const attributes = `login nosuperuser nobypassrls nocreatedb nocreaterole password ${client.escapeLiteral(password)}`;
      const statement = rowCount ? 'alter' : 'create';
      await client.query(`${statement} role ${client.escapeIdentifier(role)} ${attributes}`);
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) {
      await client.query(
        `create database ${client.escapeIdentifier(name)} owner ${client.escapeIdentifier(ownerRole)}`,
      );
    }
  } finally {
    await client.end();
  }
  return {
    name,
    ownerUrl: asRole(adminUrl, ownerRole, password, name),
    appUrl: asRole(adminUrl, appRole, password, name),
    appRole,
  };
};

/** Copies a database for the same roles. Waits up to five seconds for connections to the template to end. */
export const copyDatabase = async (
  adminUrl: string,
  template: ServiceDatabase,
  name: string,
): Promise<ServiceDatabase> => {
  const withName = (address: string): URL => Object.assign(new URL(address), { pathname: `/${name}` });
  const ownerUrl = withName(template.ownerUrl);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const [copy, source, owner] = [name, template.name, ownerUrl.username].map(client.escapeIdentifier);
  await client.query(`create database ${copy} template ${source} owner ${owner}`).finally(() => client.end());
  return { ...template, name, ownerUrl: ownerUrl.href, appUrl: withName(template.appUrl).href };
};

export const dropDatabase = async (adminUrl: string, name: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client
    .query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`)
    .finally(() => client.end());
};
