import type pg from 'pg';

/** Endings that svc-tasks stores for an organization. */
const endingsMax = 2_000_000;

const large = [
  'tasks',
  'status_history',
  'search_texts',
  'search_entries',
  'search_endings',
  'search_numbers',
];

/** Keys that other tables refer to. */
const isReferred = `exists (select 1 from pg_constraint r where r.contype = 'f' and r.conindid = i.indexrelid)`;

/** Runs the work without the indexes of the large tables, and builds them afterwards: ten times as fast. */
const withoutIndexes = async (database: pg.Client, work: () => Promise<void>): Promise<void> => {
  const { rows } = await database.query<{ drop: string; create: string }>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
                 else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
            case when c.oid is null then pg_get_indexdef(i.indexrelid)
                 else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname,
                             pg_get_constraintdef(c.oid)) end as create
       from pg_index i
       left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
      where i.indrelid = any($1::regclass[]) and not ${isReferred}`,
    [large],
  );
  await database.query(`set maintenance_work_mem = '1GB'`);
  for (const { drop } of rows) await database.query(drop);
  await work();
  for (const { create } of rows) await database.query(create);
};

/** The copies, their number in the title, and the task that they are copies of. */
const copies = `
  create temporary table copies as
    select t.organization_id, t.id as task_id, t.public_task_id, split_part(t.title, ' ', 3)::int as number,
           $1::bigint as pattern_id, split_part(p.title, ' ', 3) as pattern_number
      from tasks t join tasks p on p.id = $1 and p.organization_id = t.organization_id
     where t.public_task_id between $2 and $3 and t.title like 'Zadanie pomiarowe %'
       and split_part(t.title, ' ', 3)::int % $4 <> 0`;

/** SQL: a term or text of the pattern as that of its copy. */
const ofCopy = (term: string): string => `replace(${term}, c.pattern_number, c.number::text)`;

const indexCopies = [
  `insert into search_texts (organization_id, task_id, source_id, kind, audience_ids, parameter_ids, content)
   select organization_id, c.task_id, source_id, kind, audience_ids, parameter_ids, ${ofCopy('content')}
     from copies c join search_texts s using (organization_id) where s.task_id = c.pattern_id`,
  `insert into search_entries (organization_id, task_id, audience_id, rank, term)
   select organization_id, c.task_id, audience_id, rank, ${ofCopy('term')}
     from copies c join search_entries s using (organization_id) where s.task_id = c.pattern_id`,
  `insert into search_numbers (organization_id, audience_id, public_task_id, task_id)
   select organization_id, audience_id, c.public_task_id, c.task_id
     from copies c join search_numbers s using (organization_id) where s.task_id = c.pattern_id`,
  // Only the numbers of the titles are new terms. Beyond the maximum, a term has one ending.
  `insert into search_endings (organization_id, audience_id, is_complete, ending, term)
   select organization_id, audience_id, ending_at = 1 and is_complete, substr(number::text, ending_at), number::text
     from (select *, (select endings from search_usage u where u.organization_id = n.organization_id)
                     + sum(length(number::text)) over (order by number) <= ${endingsMax} as is_complete
             from (select distinct organization_id, audience_id, c.number
                     from copies c join search_entries s using (organization_id)
                    where s.task_id = c.pattern_id and s.term = c.pattern_number
                      and not exists (select 1 from search_endings e where e.term = c.number::text)) n) numbered
    cross join lateral generate_series(1, case when is_complete then length(number::text) else 1 end) ending_at`,
  `update search_usage u set endings = (select count(*) from search_endings e where e.organization_id = u.organization_id)`,
];

/** Lets svc-tasks index the tasks whose texts differ. */
const queueOthers = `
  insert into search_changes (organization_id, task_id, comment_id)
  select t.organization_id, t.id, 0 from tasks t left join copies c on c.task_id = t.id
   where t.public_task_id between $1 and $2 and c.task_id is null`;

interface Copied {
  /** Task that svc-tasks has indexed. */
  patternId: number;
  /** First and last public number of the copies. */
  first: number;
  last: number;
  /** svc-tasks indexes every n-th task, whose text differs. */
  exceptEvery: number;
}

/**
 * Inserts copies and their rows of the search index, as svc-tasks would write them. Indexing a million tasks would
 * take svc-tasks a quarter of an hour.
 */
export const fillCopies = async (
  database: pg.Client,
  insert: () => Promise<void>,
  { patternId, first, last, exceptEvery }: Copied,
): Promise<void> => {
  await withoutIndexes(database, async () => {
    await database.query('begin');
    // Without triggers, which queue each task for the index and check its keys.
    await database.query('set local session_replication_role = replica');
    await insert();
    await database.query(copies, [patternId, first, last, exceptEvery]);
    await database.query('analyze copies');
    for (const statement of indexCopies) await database.query(statement);
    await database.query('commit');
  });
  // The indexer needs the indexes.
  await database.query(queueOthers, [first, last]);
  await database.query('drop table copies');
};
