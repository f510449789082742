import type pg from 'pg';
import { fillCopies } from './fill-copies';
import { waitForIndex } from './queues';

/** The measuring user is assigned to every n-th task. */
const assignedToMeEvery = 20;

/** svc-tasks indexes so many tasks. The others are copies. */
const indexedTasks = 20_000;

/** A word in every 5000th task. */
const rareWordEvery = 5_000;
export const rareWord = 'wyjątkowe';
/** A word in four tasks, however many tasks exist. */
export const fixedWord = 'niepowtarzalne';

const firstFreeNumber = async (database: pg.Client): Promise<number> => {
  const { rows } = await database.query(
    'select greatest(500000000000, max(public_task_id)) as taken from tasks where public_task_id < 600000000000',
  );
  return Number(rows[0].taken);
};

interface Range {
  /** Numbers of the first and the last inserted task, from 1. */
  from: number;
  to: number;
}

interface Filled {
  count: number;
  /** Assigned user of some tasks. */
  me: number;
  /** Public number before the first one. */
  taken: number;
}

/** @returns the public numbers */
const insertTasks = async (
  database: pg.Client,
  { from, to }: Range,
  { count, me, taken }: Filled,
): Promise<number[]> => {
  const { rows } = await database.query(
    `with pattern as (
       select t.* from tasks t join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
        where s.status_type = 'INITIAL' and t.assigned_group_id is not null and not t.is_restricted
          and t.organization_id = (select organization_id from tasks group by 1 order by count(*) desc limit 1)
        order by t.id limit 1),
     made as (
       insert into tasks (organization_id, public_task_id, title, description, status_id, priority, author_user_id,
                          author_email, assigned_user_id, assigned_group_id, answers, created_at, updated_at)
       select p.organization_id, $4::bigint + n, 'Zadanie pomiarowe ' || n,
              concat_ws(' ', repeat('Opis zadania. ', 20), case when n % $10 = 0 then $5 end,
                        case when n % $10 = 0 and n <= $7 then $6 end),
              p.status_id,
              (array['HIGHEST','HIGH','NORMAL','LOW','LOWEST'])[1 + n % 5], p.author_user_id, p.author_email,
              case when n % $2 = 0 then $3::bigint end, case when n % $2 <> 0 then p.assigned_group_id end, p.answers,
              now() - interval '1 year' * ($1 - n) / $1, now() - interval '1 year' * ($1 - n) / $1
         from pattern p, generate_series($8::int, $9::int) n
       returning organization_id, id, public_task_id),
     history as (
       insert into status_history (organization_id, task_id, status_name, status_type)
       select organization_id, id, 'Nowe', 'INITIAL' from made)
     select public_task_id from made`,
    [count, assignedToMeEvery, me, taken, rareWord, fixedWord, indexedTasks, from, to, rareWordEvery],
  );
  return rows.map(({ public_task_id }) => Number(public_task_id));
};

/** Inserts further tasks as copies of an indexed one, whose number is not a part of another word. */
const insertCopies = async (database: pg.Client, filled: Filled): Promise<number[]> => {
  const { count, taken } = filled;
  const { rows } = await database.query('select id from tasks where public_task_id = $1', [
    taken + indexedTasks - 1,
  ]);
  const ids: number[] = [];
  await fillCopies(
    database,
    async () => {
      for (const id of await insertTasks(database, { from: indexedTasks + 1, to: count }, filled))
        ids.push(id);
    },
    {
      patternId: rows[0].id,
      first: taken + indexedTasks + 1,
      last: taken + count,
      exceptEvery: rareWordEvery,
    },
  );
  return ids;
};

/**
 * Inserts tasks by SQL, because the API would take longer than the measurements. Answers and status come from a demo
 * task. The creation times are spread over a year.
 *
 * @returns their public numbers
 */
export const fillTasks = async (database: pg.Client, count: number, me: number): Promise<number[]> => {
  const filled = { count, me, taken: await firstFreeNumber(database) };
  const ids = await insertTasks(database, { from: 1, to: Math.min(count, indexedTasks) }, filled);
  await waitForIndex(database);
  if (count > indexedTasks) for (const id of await insertCopies(database, filled)) ids.push(id);
  await waitForIndex(database);
  await database.query('vacuum analyze');
  return ids;
};

/**
 * Inserts 5,000 users in 500 groups, and nineteen organizations with 1,000 tasks each. They exist only in the read
 * models of svc-tasks.
 */
export const fillOthers = async (database: pg.Client): Promise<void> => {
  await database.query(`
    create temporary table measured as
      select organization_id as id from tasks group by 1 order by count(*) desc limit 1;
    insert into users (id, username, email, system_roles)
      select 1000000 + n, 'osoba-' || n, 'osoba-' || n || '@acme.test', '{}' from generate_series(1, 5000) n;
    insert into memberships (organization_id, user_id, roles, is_email_verified)
      select m.id, 1000000 + n, '{MEMBER}', true from measured m, generate_series(1, 5000) n;
    insert into groups (organization_id, id, name, parent_group_id)
      select m.id, 1000000 + n, 'Zespół ' || n, case when n > 50 then 1000000 + n / 10 end
        from measured m, generate_series(1, 500) n;
    insert into group_members (organization_id, group_id, user_id, role)
      select m.id, 1000000 + 1 + n % 500, 1000000 + n, 'MEMBER' from measured m, generate_series(1, 5000) n;
    insert into organizations (organization_id, name)
      select 1000000 + n, 'Organizacja ' || n from generate_series(1, 19) n;
    insert into statuses (organization_id, id, name, status_type)
      select 1000000 + n, 1000000 + n, 'Nowe', 'INITIAL' from generate_series(1, 19) n;
    insert into tasks (organization_id, public_task_id, title, status_id, priority, answers)
      select 1000000 + n, 700000000000 + n * 1000 + task, 'Zadanie ' || task, 1000000 + n, 'NORMAL', '{}'
        from generate_series(1, 19) n, generate_series(1, 1000) task`);
  await waitForIndex(database);
  await database.query('vacuum analyze');
};
