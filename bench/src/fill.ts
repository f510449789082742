import type pg from 'pg';

/** Each so many-th task is assigned to the person who measures. */
const assignedToMeEvery = 20;

/**
 * Fills the organization with tasks in its initial status, by SQL: through the API it would take longer than measuring.
 * Answers and status are those of a real task of the demo data.
 *
 * @returns their public numbers.
 */
export const fillTasks = async (database: pg.Client, count: number, me: number): Promise<number[]> => {
  const { rows } = await database.query(
    `with pattern as (
       select t.* from tasks t join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
        where s.status_type = 'INITIAL' and t.assigned_group_id is not null and not t.is_restricted
          and t.organization_id = (select organization_id from tasks group by 1 order by count(*) desc limit 1)
        order by t.id limit 1),
     made as (
       insert into tasks (organization_id, public_task_id, title, description, status_id, priority, author_user_id,
                          author_email, assigned_user_id, assigned_group_id, answers)
       select p.organization_id, 500000000000 + n, 'Zadanie pomiarowe ' || n, repeat('Opis zadania. ', 20), p.status_id,
              (array['HIGHEST','HIGH','NORMAL','LOW','LOWEST'])[1 + n % 5], p.author_user_id, p.author_email,
              case when n % $2 = 0 then $3::bigint end, case when n % $2 <> 0 then p.assigned_group_id end, p.answers
         from pattern p, generate_series(1, $1) n
       returning organization_id, id, public_task_id),
     history as (
       insert into status_history (organization_id, task_id, status_name, status_type)
       select organization_id, id, 'Nowe', 'INITIAL' from made)
     select public_task_id from made`,
    [count, assignedToMeEvery, me],
  );
  await database.query('vacuum analyze');
  return rows.map(({ public_task_id }) => Number(public_task_id));
};
