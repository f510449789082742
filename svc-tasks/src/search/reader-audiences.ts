import { viewingGroupIds } from '../groups/effective-groups';

/** SQL: the principals of the member `:readerId`. */
const principals = `
  array['everyone', 'user:' || :readerId]
  || array(select 'group:' || id from unnest(${viewingGroupIds}) id)
  || array(select 'email:' || lower(u.email) from users u join memberships m on m.user_id = u.id
            where u.id = :readerId and m.is_email_verified)`;

/** SQL: an int[] of the audiences whose texts the member `:readerId` may read. */
export const selectReaderAudiences = `
  select coalesce(array_agg(a.audience_id), '{}')
    from (select r.audience_id from search_readers r
           where r.principal = any(${principals})
           group by r.audience_id, r.sides having count(distinct r.side) = r.sides) a`;
