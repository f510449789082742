create temporary table people as
  select id, row_number() over (order by length(email), email) - 1 as position from directus_users where email like 'osoba-%';

insert into tasks (number, title, description, status, priority, restricted, author, assignee, assigned_group,
                   created_at, updated_at)
  select 500000000000 + n, 'Zadanie pomiarowe ' || n, repeat('Opis zadania. ', 20), 'Nowe',
         (array['HIGHEST','HIGH','NORMAL','LOW','LOWEST'])[1 + n % 5], false, author.id,
         case when n % 20 = 0 then me.id end, 'Helpdesk', now(), now()
    from generate_series(1, 20000) numbers(n)
    join people author on author.position = n % 50
    join people me on me.position = 0;

insert into status_history (task, status, author, created_at)
  select t.id, statuses.status, t.author, now() from tasks t, (values ('Nowe'), ('W toku')) statuses(status);
insert into assignment_history (task, assignee, author, created_at)
  select id, assignee, author, now() from tasks;
insert into task_comments (task, content, author, created_at)
  select t.id, 'Komentarz pomiarowy ' || n, t.author, now() from tasks t, generate_series(1, 2) n;

create index on status_history (task);
create index on assignment_history (task);
create index on task_comments (task);
analyze;
