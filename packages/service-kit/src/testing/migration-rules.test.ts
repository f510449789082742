import { describe, expect, it } from 'vitest';
import { findMigrationProblems } from './migration-rules';

describe('findMigrationProblems', () => {
  it.each([
    ['drop table tasks', 'drops'],
    ['alter table tasks drop column title', 'drops a column'],
    ['alter table tasks drop title', 'drops a column'],
    ['alter table "tasks" add column "a" text, drop column "b"', 'drops a column'],
    ['alter table tasks rename column title to name', 'renames'],
    ['alter table tasks rename to jobs', 'renames'],
    ['alter table tasks alter column id type bigint', 'changes a type'],
    ['alter table tasks alter id set data type bigint', 'changes a type'],
    ['alter table tasks alter column title set not null', 'sets not null'],
    ['alter table tasks add column a text not null', 'required column'],
    ['alter table tasks add column a uuid default gen_random_uuid()', 'volatile default'],
    ['alter table tasks add column a bigserial', 'volatile default'],
    ['alter table tasks add constraint a check (id > 0)', 'not valid'],
    ['alter table tasks add column a bigint references users (id)', 'not valid'],
    ['alter table tasks add constraint a foreign key (id) references users (id)', 'not valid'],
    ['alter table tasks add constraint a unique (id)', 'index under an exclusive lock'],
    ['create index a on tasks (id)', 'concurrently'],
    ['create unique index if not exists a on public.tasks using gin (id)', 'concurrently'],
    ['drop index a', 'concurrently'],
    ['reindex table tasks', 'rebuilds'],
    ['vacuum full tasks', 'locks'],
    ['truncate tasks', 'locks'],
    ['lock table tasks', 'locks'],
    ['update tasks set a = 1', 'batches'],
    ['delete from tasks', 'batches'],
    ['do $$ begin drop table tasks; end $$', 'cannot be checked'],
    ["select 'a'; /* b */ drop table tasks -- c", 'drops'],
  ])('refuses %s', (sql, reason) => {
    expect(findMigrationProblems([sql]).join()).toContain(reason);
  });

  it.each([
    ['alter table tasks add column a text'],
    ["alter table tasks add column a text not null default ''"],
    ['alter table tasks add constraint a check (id > 0) not valid'],
    ['alter table tasks validate constraint a'],
    ['alter table tasks add constraint a unique using index a_key'],
    ['alter table tasks drop constraint a'],
    ['alter table tasks alter column a drop not null'],
    ['create index concurrently a on tasks (id)'],
    ['create table a (id bigint primary key)'],
    ['update tasks set a = 1 where id between 1 and 1000'],
    ["comment on table tasks is 'drop table tasks'"],
    ['create function f() returns trigger language plpgsql as $$ begin delete from tasks; end $$'],
  ])('accepts %s', (sql) => {
    expect(findMigrationProblems([sql])).toEqual([]);
  });

  it('accepts everything on a table that the migration creates', () => {
    expect(
      findMigrationProblems([
        'create table a (id bigint)',
        'create index a_id on a (id)',
        'alter table a add constraint b check (id > 0)',
        'update a set id = 1',
      ]),
    ).toEqual([]);
  });

  it('accepts not null after the validation of a check', () => {
    const steps = [
      'alter table tasks validate constraint a',
      'alter table tasks alter column a set not null',
    ];
    expect(findMigrationProblems(steps)).toEqual([]);
    expect(findMigrationProblems(steps.reverse())).toHaveLength(1);
  });
});
