import { listTypedNames, type UnmatchedMentions } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { nameIn } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { personReadsComment, personSeesTask } from '../policy/person-access';
import { openTask } from '../tasks/open-task';
import { type DraftBindings, draftBindings, draftComment } from './draft-comment';

/** SQL: as `fold`. */
const folded = (name: string): string => `lower(${name} collate "pl-x-icu")`;
const fold = (name: string): string => name.normalize().toLowerCase();

/** SQL: people who read the comment and whose shown name or sign-in name is one of the names. */
const selectNamed = `
  select found.*
    from tasks t
    cross join ${draftComment}
    cross join lateral (
      select u.id as user_id, ${folded(nameIn('u', 'm'))} as shown_name, ${folded('u.sign_in_name')} as sign_in_name
        from memberships m join users u on u.id = m.user_id
       where m.organization_id = t.organization_id and cardinality(m.roles) > 0 and not u.is_integration
         and (${folded(nameIn('u', 'm'))} = any(:names) or ${folded('u.sign_in_name')} = any(:names))
      offset 0) found
    cross join lateral (select found.user_id) person
    join users u on u.id = found.user_id
    join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
   where t.id = :taskId and ${personSeesTask} and ${personReadsComment}`;

interface NamedRow {
  user_id: number;
  shown_name: string;
  /** Null until svc-identity publishes the user again. */
  sign_in_name: string | null;
}

/** Maps names to people. A shown name wins over a username. A name of two people matches neither. */
const mapNames = (rows: readonly NamedRow[]): Map<string, number> => {
  const byName = new Map<string, number>();
  const add = (names: readonly (readonly [string, number])[]): void => {
    const counts = new Map<string, number>();
    for (const [name] of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [name, id] of names) if (counts.get(name) === 1 && !byName.has(name)) byName.set(name, id);
  };
  const shown = rows.map(({ shown_name, user_id }) => [shown_name, user_id] as const);
  const taken = new Set(shown.map(([name]) => name));
  add(shown);
  add(
    rows.flatMap(({ sign_in_name, user_id }) =>
      sign_in_name === null || taken.has(sign_in_name) ? [] : [[sign_in_name, user_id] as const],
    ),
  );
  return byName;
};

/** A mention that was typed by hand. */
interface FoundMention {
  /** The sign with the first word. */
  word: string;
  /** Undefined if the word matches no reader of the comment. */
  mention: { userId: number; name: string } | undefined;
}

/**
 * Finds whom the typed mentions of a text mean: readers of the comment, by their shown name or their name for the
 * sign-in, without case.
 *
 * @param knownNames names of people who are mentioned already
 */
export const findTypedMentions = async (
  tx: Tx,
  draft: DraftBindings,
  text: string,
  knownNames: readonly string[],
): Promise<FoundMention[]> => {
  const typed = listTypedNames(text, knownNames);
  if (typed.length === 0) return [];
  const names = [...new Set(typed.flatMap((one) => one.names.map(fold)))];
  const { rows } = await tx.raw<{ rows: NamedRow[] }>(selectNamed, { ...draft, names });
  const byName = mapNames(rows);
  return typed.map(({ word, names: possible }) => {
    const name = possible.find((one) => byName.has(fold(one)));
    const userId = name === undefined ? undefined : byName.get(fold(name));
    return { word, mention: name === undefined || userId === undefined ? undefined : { userId, name } };
  });
};

/**
 * Lists the typed mentions that match no reader of a comment of the caller with this visibility.
 *
 * @throws 404 if the task is invisible, 403 unless the caller sees it as a member
 */
export const listUnmatchedMentions = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  { text, ...draft }: Parameters<typeof draftBindings>[2] & { text: string },
): Promise<UnmatchedMentions> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row, view } = await openTask(tx, caller, publicTaskId);
    if (view !== 'member') throw problem.forbidden(translate(caller.language, 'mentionForbidden'));
    const found = await findTypedMentions(tx, draftBindings(caller, row, draft), text, []);
    const words = found.filter(({ mention }) => !mention).map(({ word }) => word);
    return { success: true, words: [...new Set(words)] };
  });
