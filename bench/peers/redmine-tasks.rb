# Creates a project with 50 members and 20,000 issues in an empty Redmine with its default data.
Setting.rest_api_enabled = '1'
project = Project.create!(name: 'Acme', identifier: 'acme', is_public: false,
                          enabled_module_names: ['issue_tracking'], trackers: Tracker.all)
role = Role.find_by!(name: 'Developer')
people = (1..50).map do |number|
  user = User.new(firstname: 'Osoba', lastname: number.to_s, mail: "osoba-#{number}@example.com",
                  mail_notification: 'none')
  user.login = "osoba-#{number}"
  user.password = 'obieg-demo'
  user.save!
  Member.create!(project: project, principal: user, roles: [role])
  user
end
ids = people.map(&:id)
statuses = IssueStatus.order(:position).pluck(:id)
priorities = IssuePriority.order(:position).pluck(:id)
connection = ActiveRecord::Base.connection

connection.execute(<<~SQL)
  insert into issues (tracker_id, project_id, subject, description, status_id, priority_id, author_id, assigned_to_id,
                      created_on, updated_on, lock_version, done_ratio, is_private, start_date, lft, rgt)
    select #{project.trackers.first.id}, #{project.id}, 'Zadanie pomiarowe ' || n, repeat('Opis zadania. ', 20),
           #{statuses[0]}, (array[#{priorities.join(',')}])[1 + n % #{priorities.size}],
           (array[#{ids.join(',')}])[1 + n % 50], case when n % 20 = 0 then #{ids[0]} end,
           now(), now(), 0, 0, false, current_date, 1, 2
      from generate_series(1, 20000) n;
  update issues set root_id = id;
  insert into journals (journalized_id, journalized_type, user_id, notes, created_on, private_notes)
    select i.id, 'Issue', i.author_id, notes, now(), false
      from issues i, (values ('Komentarz pomiarowy 1'), ('Komentarz pomiarowy 2'), (''), ('')) texts(notes);
  insert into journal_details (journal_id, property, prop_key, old_value, value)
    select min(id), 'attr', 'status_id', '#{statuses[0]}', '#{statuses[1]}'
      from journals where notes = '' group by journalized_id
    union all
    select max(id), 'attr', 'assigned_to_id', null, '#{ids[0]}'
      from journals where notes = '' group by journalized_id;
  analyze;
SQL
puts "API key of the first user: #{people.first.api_key}"
