// Creates the tasks of a helpdesk in an empty Directus: collections, a role of members, and 50 users.
const [address, email, password, memberToken] = process.argv.slice(2);
let token;

const call = async (method, path, body) => {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(address + path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text).data;
};

const field = ([name, type]) => ({ field: name, type, schema: {}, meta: {} });
const primaryKey = {
  field: 'id',
  type: 'integer',
  schema: { is_primary_key: true, has_auto_increment: true },
  meta: {},
};
const createCollection = (collection, fields) => {
  const all = [...Object.entries(fields), ['created_at', 'timestamp']].map(field);
  return call('POST', '/collections', { collection, schema: {}, meta: {}, fields: [primaryKey, ...all] });
};
const relate = (collection, name, related, alias) =>
  call('POST', '/relations', {
    collection,
    field: name,
    related_collection: related,
    schema: {},
    meta: alias ? { one_field: alias } : {},
  });

const users = 'directus_users';
const parts = {
  task_comments: { content: 'text' },
  status_history: { status: 'string' },
  assignment_history: { assignee: 'uuid' },
};

token = (await call('POST', '/auth/login', { email, password })).access_token;
await createCollection('tasks', {
  number: 'bigInteger',
  title: 'string',
  description: 'text',
  status: 'string',
  priority: 'string',
  restricted: 'boolean',
  author: 'uuid',
  assignee: 'uuid',
  assigned_group: 'string',
  updated_at: 'timestamp',
});
await relate('tasks', 'author', users);
await relate('tasks', 'assignee', users);
for (const [collection, fields] of Object.entries(parts)) {
  await createCollection(collection, { task: 'integer', author: 'uuid', ...fields });
  const alias = collection === 'task_comments' ? 'comments' : collection;
  await call('POST', '/fields/tasks', { field: alias, type: 'alias', meta: { special: ['o2m'] } });
  await relate(collection, 'task', 'tasks', alias);
  await relate(collection, 'author', users);
}
await relate('assignment_history', 'assignee', users);

const visible = {
  _or: [
    { restricted: { _eq: false } },
    { author: { _eq: '$CURRENT_USER' } },
    { assignee: { _eq: '$CURRENT_USER' } },
  ],
};
const policy = await call('POST', '/policies', { name: 'Members', app_access: true });
const role = await call('POST', '/roles', {
  name: 'Member',
  policies: { create: [{ policy: policy.id }], update: [], delete: [] },
});
const mayRead = (collection, permissions, fields = ['*']) => ({
  collection,
  action: 'read',
  permissions,
  fields,
  policy: policy.id,
});
const mayWrite = (collection, action, permissions = {}) => ({
  ...mayRead(collection, permissions),
  action,
});
await call('POST', '/permissions', [
  mayRead('tasks', visible),
  mayWrite('tasks', 'create'),
  mayWrite('tasks', 'update', visible),
  mayWrite('task_comments', 'create'),
  mayWrite('status_history', 'create'),
  ...Object.keys(parts).map((collection) => mayRead(collection, { task: visible })),
  mayRead(users, {}, ['id', 'email', 'first_name']),
]);
for (let number = 1; number <= 50; number++)
  await call('POST', '/users', {
    email: `osoba-${number}@example.com`,
    first_name: `Osoba ${number}`,
    password,
    role: role.id,
    status: 'active',
    ...(number === 1 ? { token: memberToken } : {}),
  });
