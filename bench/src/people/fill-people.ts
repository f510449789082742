import type pg from 'pg';

/** Added to the demo data. Ids start at one million to avoid those of the demo. */
export const peopleCounts = { users: 20_000, groups: 2_000, groupMembers: 20_000, otherUsers: 20_000 };
const firstId = 1_000_000;
/** One in ten members is in the largest group. */
const largestGroupMembers = 2_000;

/** The measuring user, a member of a dozen groups nested up to four levels. */
export interface FilledPeople {
  largestGroupId: number;
  memberId: number;
}

const firstNames = `(array['Anna','Jan','Żaneta','Łukasz','Maria','Piotr','Ewa','Paweł','Zofia','Adam'])`;
const lastNames = `(array['nowak','kowalska','wiśniewski','wójcik','kamińska','lewandowski','zielińska','szymański','woźniak','dąbrowska'])`;
const username = `${firstNames}[1 + n % 10] || '.' || ${lastNames}[1 + n / 10 % 10] || '.' || n`;

/** Fills svc-identity's tables and the read model of svc-tasks with equal content, as events would. */
const fill = async (database: pg.Client, service: 'identity' | 'tasks', acme: number): Promise<void> => {
  const isIdentity = service === 'identity';
  const { users, groups, groupMembers, otherUsers } = peopleCounts;
  const allUsers = users + otherUsers;
  await database.query(
    isIdentity
      ? `insert into users (id, email, username) overriding system value
           select ${firstId} + n, 'osoba' || n || '@poczta.test', ${username} from generate_series(1, ${allUsers}) n`
      : `insert into users (id, email, username, system_roles)
           select ${firstId} + n, 'osoba' || n || '@poczta.test', ${username}, '{}' from generate_series(1, ${allUsers}) n`,
  );
  await database.query(
    `insert into memberships (organization_id, user_id, roles, is_email_verified)
       select $1::bigint, ${firstId} + n, '{MEMBER}'::text[], false from generate_series(1, ${users}) n
       union all select ${firstId} + 1 + n % 4, ${firstId} + n, '{MEMBER}', false
                   from generate_series(${users} + 1, ${allUsers}) n`,
    [acme],
  );
  await database.query(
    `insert into groups (organization_id, id, name, parent_group_id) ${isIdentity ? 'overriding system value' : ''}
       select $1::bigint, ${firstId} + n, 'Zespół ' || n, case when n > 10 then ${firstId} + n / 10 end
         from generate_series(1, ${groups}) n`,
    [acme],
  );
  await database.query(
    `insert into group_members (organization_id, group_id, user_id, role)
       select $1::bigint, ${firstId} + ${groups}, ${firstId} + n, 'MEMBER' from generate_series(1, ${largestGroupMembers}) n
       union all select $1::bigint, ${firstId} + 1 + n % (${groups} - 1), ${firstId} + 1 + n / 12,
                        (array['MEMBER','MEMBER','MEMBER','LEADER','OBSERVER','SUSPENDED'])[1 + n % 6]
                   from generate_series(1, ${groupMembers - largestGroupMembers}) n`,
    [acme],
  );
};

/** Creates four organizations through the API, then inserts people and groups by SQL. */
export const fillPeople = async (identity: pg.Client, tasks: pg.Client): Promise<FilledPeople> => {
  const { rows } = await identity.query(`select id from organizations where code_name = 'acme'`);
  const acme = Number(rows[0].id);
  await identity.query(
    `insert into organizations (id, name, code_name) overriding system value
       select ${firstId} + n, 'Organizacja ' || n, 'inna' || n from generate_series(1, 4) n`,
  );
  await fill(identity, 'identity', acme);
  await fill(tasks, 'tasks', acme);
  for (const database of [identity, tasks]) await database.query('vacuum analyze');
  return { largestGroupId: firstId + peopleCounts.groups, memberId: firstId + 100 };
};
