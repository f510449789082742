// What the services share and how they differ.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { userError } from './user-error.mjs';

const taken = { en: 'This name is already taken.', pl: 'Ta nazwa jest już zajęta.' };

/** `permission`: needed for changes. `nameTaken`: message by language. */
const services = {
  'svc-identity': { permission: 'MANAGE_USERS', nameTaken: { mul: taken.en, ...taken } },
  'svc-workflow': { permission: 'MANAGE_WORKFLOW', nameTaken: taken },
  'svc-tasks': { permission: 'OPERATOR', nameTaken: taken },
};

/** @throws for an unknown service */
export const findService = (name) => {
  const service = services[name];
  if (!service)
    throw userError(
      `${name ? `Unknown service "${name}"` : 'The service is missing'}: ${Object.keys(services).join(', ')}.`,
    );
  return { ...service, name, short: name.replace('svc-', '') };
};

const read = (path) => readFileSync(join(root, path), 'utf8');

const kit = 'packages/service-kit/src';
const listSources = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file));

/** Returns fourteen digits later than every migration of the service. Migrations run in the order of their names. */
export const nextMigrationTime = (service) => {
  const names = [...readdirSync(join(root, service, 'migrations')), ...listSources(kit).map(read)].join('\n');
  const last = Math.max(0, ...[...names.matchAll(/\b(\d{14})_/g)].map(([, time]) => Number(time)));
  const now = Number(new Date().toISOString().replace(/\D/g, '').slice(0, 14));
  return String(Math.max(now, last + 1));
};

/** @throws if a migration of the service or of service-kit creates this table */
const checkTableIsFree = (service, table) => {
  const creation = new RegExp(`Table\\(\\s*knex,\\s*'${table}'`);
  const migration = [`${service}/migrations`, kit]
    .flatMap(listSources)
    .find((file) => creation.test(read(file)));
  if (migration) throw userError(`${service} already has a table ${table}: ${migration}.`);
};

/** @throws if the service has a folder or table with this name */
export const checkIsNew = (service, { things, tableName }) => {
  const folder = join(service, 'src', things);
  if (existsSync(join(root, folder))) throw userError(`${folder} already exists. Add to it by hand.`);
  checkTableIsFree(service, tableName);
};
