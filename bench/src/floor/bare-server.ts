import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import Koa from 'koa';
import pg from 'pg';

/**
 * The floor: the cost of Koa and pg alone for the same responses and rows. No authentication, tenancy, validation,
 * events or gateway. A separate process, so that its processor time can be measured.
 */
const { BENCH_DATABASE_URL, BENCH_ORGANIZATION_ID, BENCH_USER_ID, BENCH_SQL_DIR } = process.env;
const [listSql = '', countSql = ''] = ['list', 'count'].map((name) =>
  readFileSync(`${BENCH_SQL_DIR}/${name}.sql`, 'utf8'),
);
const scope = [BENCH_ORGANIZATION_ID, BENCH_USER_ID];
const pool = new pg.Pool({
  connectionString: BENCH_DATABASE_URL,
  max: 10,
  // Without this, PostgreSQL chooses between a cached and a new plan by its estimates, which halves or doubles the
  // list's cost.
  options: '-c plan_cache_mode=force_generic_plan',
});

const list = async (): Promise<unknown> => {
  const [{ rows }, counted] = await Promise.all([
    pool.query({ name: 'list', text: listSql, values: scope }),
    pool.query({ name: 'count', text: countSql, values: scope }),
  ]);
  const tasks = rows.slice(0, 50).map((row) => ({
    publicTaskId: Number(row.public_task_id),
    title: row.title,
    description: row.description,
    statusName: row.status_name,
    statusType: row.status_type,
    organizationName: row.organization_name,
    priority: row.priority,
    createdBy: row.author_email,
    createdAt: row.created_at.toISOString(),
    lastUpdatedAt: row.updated_at.toISOString(),
    assignedUserId: row.assigned_user_id && Number(row.assigned_user_id),
    assignedUserName: row.username,
    assignedUserEmail: row.email,
    assignedGroupId: row.assigned_group_id && Number(row.assigned_group_id),
    assignedGroupName: row.group_name,
    needsEmailVerification: false,
  }));
  const { total } = counted.rows[0];
  return {
    success: true,
    message: '',
    tasks,
    total: Number(total),
    nextCursor: rows[50]?.public_task_id ?? null,
  };
};

const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
};

interface Written {
  taskId: number;
  statusId: number;
  title: string;
  answers: unknown;
}

const insertHistory = (client: pg.PoolClient, taskId: string) =>
  client.query({
    name: 'history',
    text: `insert into status_history (organization_id, task_id, changed_by_user_id, status_name, status_type)
           values ($1, $3, $2, 'Nowe', 'INITIAL')`,
    values: [...scope, taskId],
  });

const submit = ({ statusId, title, answers }: Written) =>
  inTransaction(async (client) => {
    const publicTaskId = Math.floor(Math.random() * 4e11) + 1e11;
    const { rows } = await client.query({
      name: 'submit',
      text: `insert into tasks (organization_id, author_user_id, public_task_id, title, status_id, priority, answers)
             values ($1, $2, $3, $4, $5, 'NORMAL', $6) returning id`,
      values: [...scope, publicTaskId, title, statusId, JSON.stringify(answers)],
    });
    await insertHistory(client, rows[0].id);
    return { success: true, message: '', publicTaskId, needsEmailVerification: false };
  });

const move = ({ taskId, statusId }: Written) =>
  inTransaction(async (client) => {
    const { rows } = await client.query({
      name: 'lock',
      text: 'select * from tasks where organization_id = $1 and public_task_id = $2 for update',
      values: [scope[0], taskId],
    });
    await client.query({
      name: 'move',
      text: `update tasks set status_id = $3, revision = revision + 1, updated_at = now()
             where organization_id = $1 and id = $2`,
      values: [scope[0], rows[0].id, statusId],
    });
    await insertHistory(client, rows[0].id);
    return { success: true, message: '', task: rows[0] };
  });

const readBody = async (request: IncomingMessage): Promise<Written> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Written;
};

const app = new Koa();
app.use(async (context) => {
  if (context.path === '/list') context.body = await list();
  else if (context.path === '/submit') context.body = await submit(await readBody(context.req));
  else if (context.path === '/move') context.body = await move(await readBody(context.req));
  else if (context.path === '/ready') context.body = 'ok';
});
createServer(app.callback()).listen(Number(process.env['PORT']), '127.0.0.1');
