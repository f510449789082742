// Plans the events of an entity: changed and deleted. See docs/how-to/add-an-event.md.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { addMigration } from './endpoint.mjs';
import { addAfter, addBefore, addImport } from './insertions.mjs';
import { nameThings } from './names.mjs';
import { fillReadModel } from './newer-data.mjs';
import { checkIsNew, findService, nextMigrationTime } from './services.mjs';
import { fill } from './templates.mjs';
import { userError } from './user-error.mjs';

const catalogue = 'packages/contracts/src/events/catalogue.ts';

const checkOwner = ({ name, short }, { things, thing }) => {
  const folder = `${name}/src/${things}`;
  if (!existsSync(join(root, folder)))
    throw userError(`${folder} does not exist. Create it first: npm run new -- endpoint ${name} ${things}`);
  const type = `obieg.${short}.${thing}.`;
  if (readFileSync(join(root, catalogue), 'utf8').includes(`'${type}`))
    throw userError(`${catalogue} already has events ${type}….`);
};

const wordsFor = (names, owner) => [
  ...names.words,
  ['obieg.sample.', `obieg.${owner.short}.`],
  ['svc-sample', owner.name],
];

/** Plans the publishing side. */
const planOwner = (names, owner) => {
  const words = wordsFor(names, owner);
  const { things } = names;
  return {
    files: {
      [`${owner.name}/src/${things}/${things}.events.ts`]: fill('event/events.ts', words),
      [`${owner.name}/test/${things}-events.test.ts`]: fill('event/events.test.ts', words),
    },
    edits: {
      [catalogue]: (text) =>
        addBefore(text, /\} as const;\n\nexport type EventType\b/, fill('event/contract.ts', words)),
    },
  };
};

/** svc-identity creates its consumers with a logger. */
const startConsumers = (text) =>
  addImport(
    addImport(
      text.replace('import { consumers } from', 'import { createConsumers } from'),
      `import { createLog } from '@obieg/service-kit';`,
    ).replace('const reactions = consumers.flatMap(', 'const reactions = createConsumers(log).flatMap('),
    `\nconst log = createLog('svc-identity', 'silent');`,
  );

/** Adds reactions to a stream's list, which is an array or a function that returns one. */
const addReactions = (text, stream, reactions) => {
  const list = new RegExp(`stream: streams\\.${stream},\\s*reactions: \\[`);
  if (list.test(text)) return addAfter(text, list, `${reactions}, `);
  const other = new RegExp(`(stream: streams\\.${stream},\\s*reactions: )([^\\s,}]+)`);
  return addAfter(text.replace(other, '$1[...$2, ]'), /reactions: \[\.\.\.[^\s,}]+, (?=\])/, reactions);
};

/** Plans the consumer's read model and reactions. */
const planConsumer = (names, owner, consumer) => {
  const { things, thing, tableName, camelThings, pascalThing } = names;
  const time = nextMigrationTime(consumer.name);
  const words = [...wordsFor(names, owner), ['svc-consumer', consumer.name], ['20000101000000', time]];
  const reactions = `on${pascalThing}Changed, on${pascalThing}Deleted`;
  const test = fill('event/consumer.test.ts', words);
  return {
    files: {
      [`${consumer.name}/migrations/${time}_${tableName}.ts`]: fill('event/migration.ts', words),
      [`${consumer.name}/src/consumers/on-${thing}.ts`]: fill('event/consumer.ts', words),
      [`${consumer.name}/test/${things}-read-model.test.ts`]:
        consumer.name === 'svc-identity' ? startConsumers(test) : test,
    },
    edits: {
      ...fillReadModel(consumer.name, names, `obieg.${owner.short}.${thing}.changed`),
      ...addMigration(consumer.name, `${camelThings}Migration`, `${time}_${tableName}`),
      [`${consumer.name}/src/consumers/index.ts`]: (text) =>
        addReactions(
          addImport(text, `import { ${reactions} } from './on-${thing}';`),
          owner.short,
          reactions,
        ),
    },
  };
};

/** Plans `event <owner> <things> [<consumer>]`. */
export const planEvent = ([ownerName, things, consumerName], { one }) => {
  const owner = findService(ownerName);
  const names = nameThings(things, one);
  checkOwner(owner, names);
  const consumer = consumerName === undefined ? undefined : findService(consumerName);
  if (consumer?.name === owner.name) throw userError(`${owner.name} cannot consume its own events.`);
  if (consumer) checkIsNew(consumer.name, names);
  const parts = [planOwner(names, owner), ...(consumer ? [planConsumer(names, owner, consumer)] : [])];
  const files = Object.assign({}, ...parts.map((part) => part.files));
  return {
    files,
    edits: Object.assign({}, ...parts.map((part) => part.edits)),
    toDo: [
      `the public fields of ${names.things}: replace the field "name" in the catalogue${consumer ? ', the read model and its tests' : ''}`,
      `calls of record${names.pascalThing}Changed and record${names.pascalThing}Deleted in the transactions of ` +
        `${owner.name}/src/${things}, and a test "emits the event" in its HTTP test`,
      'a row for each event: docs/reference/events.md',
      `the event in republish of ${owner.name}: docs/how-to/add-an-event.md`,
      ...(consumer
        ? [
            'the read model in the comparison of a restore: infra/backup/src/read-models/compare-read-models.ts, and its test',
          ]
        : []),
    ],
    tests: Object.keys(files).filter((file) => file.endsWith('.test.ts')),
  };
};
