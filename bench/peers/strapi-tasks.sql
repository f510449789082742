create temporary table people as select id, row_number() over (order by id) - 1 as position from up_users;

insert into tasks (document_id, number, title, description, state, priority, assigned_group, created_at, updated_at,
                   published_at)
  select 'task' || lpad(n::text, 20, '0'), 500000000000 + n, 'Zadanie pomiarowe ' || n,
         repeat('Opis zadania. ', 20), 'Nowe', (array['HIGHEST','HIGH','NORMAL','LOW','LOWEST'])[1 + n % 5],
         'Helpdesk', now(), now(), now()
    from generate_series(1, 20000) n;
insert into tasks_author_lnk (task_id, user_id)
  select t.id, p.id from tasks t join people p on p.position = t.id % 50;
insert into tasks_assignee_lnk (task_id, user_id)
  select t.id, p.id from tasks t join people p on p.position = 0 where t.id % 20 = 0;

insert into status_entries (document_id, state, created_at, updated_at, published_at)
  select 'st' || n || lpad(t.id::text, 20, '0'), (array['Nowe','W toku'])[n], now(), now(), now()
    from tasks t, generate_series(1, 2) n order by t.id, n;
insert into status_entries_task_lnk (status_entry_id, task_id, status_entry_ord)
  select id, (id - 1) / 2 + 1, (id - 1) % 2 + 1 from status_entries;
insert into status_entries_author_lnk (status_entry_id, user_id)
  select e.id, p.id from status_entries e join people p on p.position = e.id % 50;

insert into assignment_entries (document_id, created_at, updated_at, published_at)
  select 'as' || lpad(id::text, 20, '0'), now(), now(), now() from tasks order by id;
insert into assignment_entries_task_lnk (assignment_entry_id, task_id, assignment_entry_ord)
  select id, id, 1 from assignment_entries;
insert into assignment_entries_author_lnk (assignment_entry_id, user_id)
  select e.id, p.id from assignment_entries e join people p on p.position = e.id % 50;

insert into task_comments (document_id, content, created_at, updated_at, published_at)
  select 'co' || n || lpad(t.id::text, 20, '0'), 'Komentarz pomiarowy ' || n, now(), now(), now()
    from tasks t, generate_series(1, 2) n order by t.id, n;
insert into task_comments_task_lnk (task_comment_id, task_id, task_comment_ord)
  select id, (id - 1) / 2 + 1, (id - 1) % 2 + 1 from task_comments;
insert into task_comments_author_lnk (task_comment_id, user_id)
  select e.id, p.id from task_comments e join people p on p.position = e.id % 50;
analyze;
