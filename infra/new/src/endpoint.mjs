// The folder of a thing in a service with its first routes: list, show, create. See docs/how-to/add-an-endpoint.md.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { addBefore, addBehind, addImport } from './insertions.mjs';
import { nameThings } from './names.mjs';
import { refuse } from './refusal.mjs';
import { checkIsNew, findService, nextMigrationTime } from './services.mjs';
import { fill } from './templates.mjs';

const contracts = 'packages/contracts/src';
const routingTable = 'gateway/src/routing/routing-table.ts';

/** Two files that export one name would hide it from everybody without a word. */
const checkContractsAreFree = ({ pascalThing, camelThing }) => {
  const names = [pascalThing, `Save${pascalThing}`, `${camelThing}Schema`, `save${pascalThing}Schema`];
  const declared = new RegExp(`export (?:const|type|interface) (${names.join('|')})\\b`);
  for (const file of readdirSync(join(root, contracts)).filter((name) => name.endsWith('.ts'))) {
    const name = declared.exec(readFileSync(join(root, contracts, file), 'utf8'))?.[1];
    if (name) throw refuse(`${contracts}/${file} exports ${name} already.`);
  }
};

const checkPathIsFree = ({ things }) => {
  const table = readFileSync(join(root, routingTable), 'utf8');
  const prefix = new RegExp(`'/api/${things}(?:/[^']*)?'`).exec(table)?.[0];
  if (prefix) throw refuse(`${routingTable} has ${prefix} already.`);
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

/** Makes a migration known to its service. */
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
      addBehind(text, /\broutes: \[/, `\n...${camelThing}Routes(create${pascalThings}(db)),`),
    );
  return {
    [`${contracts}/index.ts`]: (text) => `${text}export * from './${things}';\n`,
    ...addMigration(service.name, `${camelThings}Migration`, `${time}_${tableName}`),
    [`${service.name}/src/app.ts`]: wire,
    [`${service.name}/src/messages/server-messages.ts`]: (text) =>
      addBehind(
        text,
        /const messages = \{/,
        `\n${camelThing}NameTaken: ${JSON.stringify(service.nameTaken)},`,
      ),
    [routingTable]: (text) =>
      addBehind(
        text,
        new RegExp(`.*service: '${service.short}' \\},(?![^]*service: '${service.short}' \\},)`),
        `\n{ prefix: '/api/${things}', service: '${service.short}' },`,
      ),
    // The one service whose test compares all that it describes with what is checked.
    ...(service.name === 'svc-tasks' && {
      'svc-tasks/test/access.test.ts': (text) =>
        addBehind(
          text,
          /'POST \/api\/tasks',/,
          ` ${['GET /api/THINGS', 'POST /api/THINGS', 'GET /api/THINGS/{id}']
            .map((call) => `'${call.replace('THINGS', things)}',`)
            .join(' ')}`,
        ),
    }),
  };
};

/** What `endpoint <service> <things>` makes and changes. */
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
    left: [
      `what ${names.things} really hold: a name stands for it in the contract, the migration, the repo and the test`,
      `who may change them: ${service.permission} now, in ${things}.routes.ts`,
      ...(service.name === 'svc-identity'
        ? ['an entry in the security log, where they concern people: docs/reference/security-log.md']
        : []),
      `the README of ${service.name} names the folder`,
    ],
    tests: [`${service.name}/test/${things}.test.ts`],
  };
};
