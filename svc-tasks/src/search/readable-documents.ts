import type { Actor } from '@obieg/service-kit';
import { isReadableComment } from '../comments/comments.policy';
import { hasBasePermission } from '../tasks/tasks.policy';
import { type Kind, kinds } from './kinds';
import type { Needle } from './parse-search';

const forEveryone: readonly Kind[] = [kinds.title, kinds.description, kinds.answers, kinds.attachments];

/** Kinds of documents that every reader of a listed task may read. Comments have readers of their own. */
const readableKinds = (actor: Actor): readonly Kind[] =>
  hasBasePermission(actor) ? [...forEveryone, kinds.reporter] : forEveryone;

/** Kinds that can match for this reader. */
export const searchedKinds = (actor: Actor): readonly Kind[] => [...readableKinds(actor), kinds.comment];

/** SQL: the kind is readable without a further check. */
export const isReadableKind = (actor: Actor, kind: string): string =>
  `${kind} in (${readableKinds(actor).join(', ')})`;

/** SQL: the reader of a listed task `t` may read its document `d`. */
const isReadableDocument = (actor: Actor): string => `(${isReadableKind(actor, 'd.kind')}
  or (d.kind = ${kinds.comment} and exists (
    select 1 from comments c where c.organization_id = d.organization_id and c.id = d.source_id
       and ${isReadableComment(hasBasePermission(actor))})))`;

/** Name of the binding of a needle's text. */
const needleBinding = (index: number): string => `needle${index}`;

/** SQL: the document `d` contains the needle. */
const containsNeedle = (index: number): string => `strpos(d.content, :${needleBinding(index)}) > 0`;

const documentsOfTask =
  'from search_documents d where d.organization_id = t.organization_id and d.task_id = t.id';

/** SQL: the number of `t` begins with the needle. */
const hasNumber = (index: number): string =>
  `t.public_task_id between cast(:numberFrom${index} as bigint) and cast(:numberTo${index} as bigint)`;

/** SQL: the needle occurs in the task `t`, in a text that the reader may read. */
export const matchesNeedle = (actor: Actor, { numbers }: Needle, index: number): string => `(
  exists (select 1 ${documentsOfTask} and ${containsNeedle(index)} and ${isReadableDocument(actor)} offset 0)
  ${numbers ? `or ${hasNumber(index)}` : ''})`;

/** SQL: every needle occurs in the title of `t`. */
export const isInTitle = (needles: readonly Needle[]): string =>
  `exists (select 1 ${documentsOfTask} and d.kind = ${kinds.title} and ${needles
    .map((_, index) => containsNeedle(index))
    .join(' and ')} offset 0)`;

/**
 * SQL: joins the document that shows best where `t` matches, as `found`: the one with the most needles, the title
 * first. Without a document, the number matches.
 *
 * @param isInTitle SQL: all needles are known to be in the title, so that no document is needed
 */
export const joinMatch = (actor: Actor, needles: readonly Needle[], isInTitle: string): string => `
  left join lateral (
    select d.kind, d.source_id ${documentsOfTask} and not ${isInTitle}
       and (${needles.map((_, index) => containsNeedle(index)).join(' or ')})
       and ${isReadableDocument(actor)}
     order by ${needles.map((_, index) => `cast(${containsNeedle(index)} as int)`).join(' + ')} desc, d.kind, d.source_id
     limit 1) found on true`;

/** SQL: the kind of text that matches; null for the number. */
export const matchedKind = (isInTitle: string): string =>
  `case when ${isInTitle} then ${kinds.title} else found.kind end`;

/** SQL: the original text of `found`. A title is in the list anyway. */
export const matchedText = `case found.kind
  when ${kinds.description} then t.description
  when ${kinds.answers} then (select string_agg(value, chr(10)) from jsonb_each_text(t.answers))
  when ${kinds.attachments} then (select string_agg(a.original_filename, chr(10) order by a.id) from attachments a
                                   where a.organization_id = t.organization_id and a.task_id = t.id)
  when ${kinds.reporter} then t.author_email
  when ${kinds.comment} then (select c.content from comments c
                               where c.organization_id = t.organization_id and c.id = found.source_id) end`;

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
