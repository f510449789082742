// Adds a row of a created table to the service's test of data from a newer version, which fails for an empty column.
import { addAfter } from './insertions.mjs';

/**
 * `setUp`: the statement after which the entity is created. `create`: arguments of `send` before the path. `read`: the
 * function that sends a call. `copyAfter`, `copy`: where and how the row of a read model is written.
 */
const tests = {
  'svc-identity': {
    setUp: /await send\('PUT', '\/api\/account\/language', .*\);/,
    create: "'POST'",
    read: 'call',
    copyAfter: /await withOrganization\(identity\.db, acme\.id, async \(tx\) => \{/,
    copy: ({ tableName }) =>
      `await tx('${tableName}').insert({ organization_id: acme.id, id: 1, name: 'Nowa' });`,
  },
  'svc-workflow': {
    setUp: /await createStatusOnce\(\);/,
    create: "'POST'",
    read: 'service.call',
    copyAfter: /await createStatusOnce\(\);/,
    copy: (_names, type) =>
      `await service.receiveMessage(buildEvent('${type}', { organizationId: acme.id, id: 1, name: 'Nowa' }, { aggregateId: 1 }));`,
  },
  'svc-tasks': {
    setUp: /await createReply\(\);/,
    create: "'admin', 'POST'",
    read: 'request',
    copyAfter: /const \{ db, applyEvent \} = fixture\.service;/,
    copy: (_names, type) =>
      `await applyEvent('${type}', { organizationId: fixture.acme.id, id: 1, name: 'Nowa' }, 1);`,
  },
};

const pathOf = (service) => `${service}/test/newer-data.test.ts`;

/** Creates an entity and reads it. */
export const readNewEntity = (service, { things, thing }) => {
  const { setUp, create, read } = tests[service];
  const called = thing.replaceAll('-', ' ');
  const lines = [
    [setUp, `await send(${create}, '/api/${things}', { name: 'Nowa' });`],
    [/\bfurther: \{/, `'${called}': () => ${read}('GET', '/api/${things}/1'),`],
    [/\buncalled: \{/, `'/api/${things}/{id}': 'called with the id of the ${called}',`],
  ];
  return {
    [pathOf(service)]: (text) =>
      lines.reduce((before, [place, line]) => addAfter(before, place, `\n${line}`), text),
  };
};

/** Writes a row of a read model. */
export const fillReadModel = (service, names, type) => {
  const { copyAfter, copy } = tests[service];
  return { [pathOf(service)]: (text) => addAfter(text, copyAfter, `\n${copy(names, type)}`) };
};
