// Plans the folder of an entity with its first routes: list, get, create. See docs/how-to/add-an-endpoint.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { addAfter, addBefore, addImport, addRoom } from './insertions.mjs';
import { nameThings } from './names.mjs';
import { readNewEntity } from './newer-data.mjs';
import { checkIsNew, findService, nextMigrationTime } from './services.mjs';
import { fill } from './templates.mjs';
import { userError } from './user-error.mjs';

const contracts = 'packages/contracts/src';
const routingTable = 'gateway/src/routing/routing-table.ts';

/** If two contract files export one name, the index silently exports neither. */
const checkContractsAreFree = ({ pascalThing, camelThing }) => {
  const names = [pascalThing, `Save${pascalThing}`, `${camelThing}Schema`, `save${pascalThing}Schema`];
  const declared = new RegExp(`export (?:const|type|interface) (${names.join('|')})\\b`);
  for (const file of readdirSync(join(root, contracts)).filter((name) => name.endsWith('.ts'))) {
    const name = declared.exec(readFileSync(join(root, contracts, file), 'utf8'))?.[1];
    if (name) throw userError(`${contracts}/${file} already exports ${name}.`);
  }
};

const checkPathIsFree = ({ things }) => {
  const table = readFileSync(join(root, routingTable), 'utf8');
  const prefix = new RegExp(`'/api/${things}(?:/[^']*)?'`).exec(table)?.[0];
  if (prefix) throw userError(`${routingTable} already has ${prefix}.`);
};

const filesOf = (names, service, time) => {
  const { things, tableName } = names;
  const words = [...names.words, ['SAMPLE_PERMISSION', service.permission], ['20000101000000', time]];
  const folder = `${service.name}/src/${things}/${things}`;
  return {
    [`${contracts}/${things}.ts`]: fill('endpoint/contract.ts', words),
    [`${service.name}/migrations/${time}_${tableName}.ts`]: fill('endpoint/migration.ts', words),
    ...Object.fromEntries(
      ['routes', 'service', 'repo', 'presenter'].map((role) => [
        `${folder}.${role}.ts`,
        fill(`endpoint/${role}.ts`, words),
      ]),
    ),
    [`${service.name}/test/${things}.test.ts`]:
      fill(`endpoint/test-head.${service.name}.ts`, words) + fill('endpoint/test-body.ts', words),
  };
};

/** Registers a migration with its service. */
export const addMigration = (service, exported, file) => ({
  [`${service}/migrations/index.ts`]: (text) =>
    addBefore(addImport(text, `import { ${exported} } from './${file}';`), /\n\];/, `\n  ${exported},`),
});

const editsOf = (names, service, time) => {
  const { things, tableName, camelThing, camelThings, pascalThings } = names;
  const wire = (text) =>
    [
      `import { ${camelThing}Routes } from './${things}/${things}.routes';`,
      `import { create${pascalThings} } from './${things}/${things}.service';`,
    ].reduce(
      addImport,
      addAfter(text, /\broutes: \[/, `\n...${camelThing}Routes(create${pascalThings}(db)),`),
    );
  return {
    [`${contracts}/index.ts`]: (text) => `${text}export * from './${things}';\n`,
    ...addMigration(service.name, `${camelThings}Migration`, `${time}_${tableName}`),
    'infra/local/rooms.json': (text) => addRoom(text, service.name, things),
    [`${service.name}/src/app.ts`]: wire,
    [`${service.name}/src/messages/server-messages.ts`]: (text) =>
      addAfter(
        text,
        /const messages = \{/,
        `\n${camelThing}NameTaken: ${JSON.stringify(service.nameTaken)},`,
      ),
    [routingTable]: (text) =>
      addAfter(
        text,
        new RegExp(`.*service: '${service.short}' \\},(?![^]*service: '${service.short}' \\},)`),
        `\n{ prefix: '/api/${things}', service: '${service.short}' },`,
      ),
    ...readNewEntity(service.name, names),
    // Only svc-tasks has a test that compares its endpoints with the checked ones.
    ...(service.name === 'svc-tasks' && {
      'svc-tasks/test/access.test.ts': (text) =>
        addAfter(
          text,
          /'POST \/api\/tasks',/,
          ` ${['GET /api/THINGS', 'POST /api/THINGS', 'GET /api/THINGS/{id}']
            .map((call) => `'${call.replace('THINGS', things)}',`)
            .join(' ')}`,
        ),
    }),
  };
};

/** Plans `endpoint <service> <things>`. */
export const planEndpoint = ([serviceName, things], { one }) => {
  const service = findService(serviceName);
  const names = nameThings(things, one);
  checkIsNew(service.name, names);
  checkContractsAreFree(names);
  checkPathIsFree(names);
  const time = nextMigrationTime(service.name);
  return {
    files: filesOf(names, service, time),
    edits: editsOf(names, service, time),
    toDo: [
      `the fields of ${names.things}: replace the field "name" in contract, migration, repository and tests`,
      `the permission for changes: now ${service.permission}, in ${things}.routes.ts`,
      ...(service.name === 'svc-identity'
        ? ['a security log entry, if changes affect accounts or permissions: docs/reference/security-log.md']
        : []),
      `a row for the folder in the README of ${service.name}`,
    ],
    tests: [`${service.name}/test/${things}.test.ts`],
  };
};
