import { limits } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { isReadableComment } from '../policy/comments.policy';
import { hasBasePermission, isAuthor } from '../policy/tasks.policy';
import { isAnswerHiddenFromReporters } from '../workflow-model/hidden-answers';
import { kinds } from './kinds';
import type { Needle } from './parse-search';

/** Name of the binding of a needle's text. */
const needleBinding = (index: number): string => `needle${index}`;

/** SQL: the text `d` contains the needle. */
const containsNeedle = (index: number): string => `strpos(d.content, :${needleBinding(index)}) > 0`;

/** SQL: a line of the answers `d` contains the needle. Reporters do not see the lines of internal parameters. */
const answerContainsNeedle = (index: number): string => `exists (
  select 1 from unnest(string_to_array(d.content, chr(10)), d.parameter_ids) x (line, parameter_id)
   where case when ${isAnswerHiddenFromReporters('cast(x.parameter_id as text)')} then false
              else strpos(x.line, :${needleBinding(index)}) > 0 end)`;

/** SQL: the reader may read the comment `d`. `offset 0` stops PostgreSQL from reading all comments into a hash table. */
const isReadableCommentText = (actor: Actor): string => `exists (
  select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
     and ${isReadableComment(hasBasePermission(actor))} offset 0)`;

/** SQL: the reader may still read the text `d`. The index learns later that the readers of a comment changed. */
const isReadableNow = (actor: Actor): string =>
  `(d.kind <> ${kinds.comment} or ${isReadableCommentText(actor)})`;

/**
 * SQL: the reader may read the text `d`, and it contains the needle. `case` compares readable texts only: PostgreSQL
 * could otherwise evaluate the comparison first, and its duration would depend on texts that the reader may not read.
 */
const containsReadable = (actor: Actor, index: number): string =>
  hasBasePermission(actor)
    ? `(case when d.audience_ids && cast(:audiences as int[]) then ${containsNeedle(index)} else false end)`
    : `(case when not ${isAuthor} then false
             when d.kind in (${kinds.title}, ${kinds.description}, ${kinds.attachments}) then ${containsNeedle(index)}
             when d.kind = ${kinds.answers} then ${answerContainsNeedle(index)}
             when d.kind = ${kinds.comment} and ${isReadableCommentText(actor)} then ${containsNeedle(index)}
             else false end)`;

const textsOfTask = 'from search_texts d where d.organization_id = t.organization_id and d.task_id = t.id';

/** SQL: the number of `t` begins with the needle. */
const hasNumber = (index: number): string =>
  `t.public_task_id between cast(:numberFrom${index} as bigint) and cast(:numberTo${index} as bigint)`;

/** SQL: the needle occurs in the task `t`, in a text that the reader may read. */
export const matchesNeedle = (actor: Actor, { numbers }: Needle, index: number): string => `(
  exists (select 1 ${textsOfTask} and ${containsReadable(actor, index)} and ${isReadableNow(actor)} offset 0)
  ${numbers ? `or ${hasNumber(index)}` : ''})`;

/** SQL: every needle occurs in the title of `t`. */
export const isInTitle = (actor: Actor, needles: readonly Needle[]): string =>
  `exists (select 1 ${textsOfTask} and d.kind = ${kinds.title} and ${needles
    .map((_, index) => containsReadable(actor, index))
    .join(' and ')} offset 0)`;

/**
 * SQL: joins the text that shows best where `t` matches, as `found`: the one with the most needles, the title first.
 * Without a text, the number matches.
 *
 * @param isInTitle SQL: all needles are known to be in the title, so that no text is needed
 */
export const joinMatch = (actor: Actor, needles: readonly Needle[], isInTitle: string): string => `
  left join lateral (
    select d.kind, d.source_id ${textsOfTask} and not ${isInTitle}
       and (${needles.map((_, index) => containsReadable(actor, index)).join(' or ')})
       and ${isReadableNow(actor)}
     order by ${needles.map((_, index) => `cast(${containsReadable(actor, index)} as int)`).join(' + ')} desc,
              d.kind, d.source_id
     limit 1) found on true`;

/** SQL: the kind of text that matches; null for the number. */
export const matchedKind = (isInTitle: string): string =>
  `case when ${isInTitle} then ${kinds.title} else found.kind end`;

/** Longest text that is searched for the snippet: of a description or comment. Answers and names can be longer. */
const snippetTextMax = limits.descriptionMaxLength;

/** SQL: the original text of `found`. A title is in the list anyway. */
export const matchedText = (actor: Actor): string => `left(case found.kind
  when ${kinds.description} then t.description
  when ${kinds.answers} then (
    select string_agg(value, chr(10)) from jsonb_each_text(t.answers)
     ${hasBasePermission(actor) ? '' : `where not ${isAnswerHiddenFromReporters('key')}`})
  when ${kinds.attachments} then (select string_agg(a.original_filename, chr(10) order by a.id) from attachments a
                                   where a.organization_id = t.organization_id and a.task_id = t.id)
  when ${kinds.reporter} then t.author_email
  when ${kinds.comment} then (select c.content from comments c
                               where c.organization_id = t.organization_id and c.id = found.source_id) end, ${snippetTextMax})`;

/** Values of the bindings above. */
export const needleBindings = (needles: readonly Needle[]): Record<string, string | number> =>
  Object.fromEntries(
    needles.flatMap(({ text, numbers }, index): [string, string | number][] => [
      [needleBinding(index), text],
      ...(numbers
        ? ([
            [`numberFrom${index}`, numbers.from],
            [`numberTo${index}`, numbers.to],
          ] as [string, number][])
        : []),
    ]),
  );
