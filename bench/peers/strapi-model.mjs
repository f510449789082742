// Writes content types, routes and the role of members into a folder with an installed Strapi.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const write = (path, text) => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

const user = 'plugin::users-permissions.user';
const uid = (name) => `api::${name}.${name}`;
const belongsTo = (target, inversedBy) => ({ type: 'relation', relation: 'manyToOne', target, inversedBy });
const hasMany = (name) => ({ type: 'relation', relation: 'oneToMany', target: uid(name), mappedBy: 'task' });
const [string, text] = [{ type: 'string' }, { type: 'text' }];

const contentTypes = {
  task: {
    plural: 'tasks',
    attributes: {
      number: { type: 'biginteger' },
      title: string,
      description: text,
      state: string,
      priority: string,
      assignedGroup: string,
      author: belongsTo(user),
      assignee: belongsTo(user),
      comments: hasMany('task-comment'),
      statusHistory: hasMany('status-entry'),
      assignmentHistory: hasMany('assignment-entry'),
    },
  },
  'task-comment': {
    plural: 'task-comments',
    attributes: { content: text, author: belongsTo(user), task: belongsTo(uid('task'), 'comments') },
  },
  'status-entry': {
    plural: 'status-entries',
    attributes: { state: string, author: belongsTo(user), task: belongsTo(uid('task'), 'statusHistory') },
  },
  'assignment-entry': {
    plural: 'assignment-entries',
    attributes: {
      assignee: belongsTo(user),
      author: belongsTo(user),
      task: belongsTo(uid('task'), 'assignmentHistory'),
    },
  },
};
const factories = {
  routes: 'createCoreRouter',
  controllers: 'createCoreController',
  services: 'createCoreService',
};

for (const [name, { plural, attributes }] of Object.entries(contentTypes)) {
  const schema = {
    kind: 'collectionType',
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName: name },
    options: { draftAndPublish: false },
    attributes,
  };
  write(`src/api/${name}/content-types/${name}/schema.json`, JSON.stringify(schema));
  for (const [kind, factory] of Object.entries(factories))
    write(
      `src/api/${name}/${kind}/${name}.js`,
      `module.exports = require('@strapi/strapi').factories.${factory}('${uid(name)}');\n`,
    );
}

// The API cannot create a related entry with the task, so that the history follows the update.
write(
  'src/api/task/content-types/task/lifecycles.js',
  `module.exports = {
  async afterUpdate({ result, params }) {
    if (params.data.state === undefined) return;
    const author = strapi.requestContext.get()?.state.user?.id;
    await strapi.db.query('${uid('status-entry')}').create({ data: { state: result.state, author, task: result.id } });
  },
};
`,
);

const reads = Object.keys(contentTypes).flatMap((name) => [`${uid(name)}.find`, `${uid(name)}.findOne`]);
const writes = [`${uid('task')}.create`, `${uid('task')}.update`, `${uid('task-comment')}.create`];
const actions = [...reads, ...writes, `${user}.find`];
write(
  'src/index.js',
  `module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const query = (name) => strapi.db.query('plugin::users-permissions.' + name);
    if (await query('user').count() === 0) {
      const role = (await query('role').findOne({ where: { type: 'authenticated' } })).id;
      for (const action of ${JSON.stringify(actions)}) await query('permission').create({ data: { action, role } });
      for (let number = 1; number <= 50; number++)
        await strapi.plugin('users-permissions').service('user').add({ username: 'osoba-' + number,
          email: 'osoba-' + number + '@example.com', password: 'obieg-demo', confirmed: true, provider: 'local', role });
    }
    console.log('token of the first user:', strapi.plugin('users-permissions').service('jwt').issue({ id: 1 }));
  },
};
`,
);
