import type { Tx } from '@obieg/service-kit';
import { foldContent } from './fold';
import { kinds } from './kinds';

/** A folded text of a task. */
export interface SearchDocument {
  taskId: number;
  kind: number;
  /** The comment's id; 0 for all other kinds. */
  sourceId: number;
  content: string;
}

interface TextsRow {
  id: number;
  title: string;
  description: string | null;
  answers: Record<string, string>;
  author_email: string | null;
  attachments: string[] | null;
  comments: { id: number; content: string }[] | null;
}

const selectTexts = `
  select t.id, t.title, t.description, t.answers, t.author_email,
         (select json_agg(a.original_filename order by a.id) from attachments a
           where a.organization_id = t.organization_id and a.task_id = t.id) as attachments,
         (select json_agg(json_build_object('id', c.id, 'content', c.content)) from comments c
           where c.organization_id = t.organization_id and c.task_id = t.id and c.content <> '') as comments
    from tasks t where t.id = any(:taskIds) and t.deleted_at is null`;

/** A phrase must not cross two answers or file names. No search contains a line break. */
const join = (texts: readonly string[]): string => texts.map(foldContent).filter(Boolean).join('\n');

const toDocuments = (row: TextsRow): SearchDocument[] => {
  const document = (kind: number, texts: readonly (string | null)[], sourceId = 0): SearchDocument => ({
    taskId: row.id,
    kind,
    sourceId,
    content: join(texts.map((text) => text ?? '')),
  });
  return [
    document(kinds.title, [row.title]),
    document(kinds.description, [row.description]),
    document(kinds.answers, Object.values(row.answers)),
    document(kinds.attachments, row.attachments ?? []),
    document(kinds.reporter, [row.author_email]),
    ...(row.comments ?? []).map(({ id, content }) => document(kinds.comment, [content], id)),
  ].filter(({ content }) => content !== '');
};

/** Reads the searched texts of these tasks. A deleted task has none. */
export const readTaskTexts = async (tx: Tx, taskIds: readonly number[]): Promise<SearchDocument[]> => {
  const { rows } = await tx.raw<{ rows: TextsRow[] }>(selectTexts, { taskIds: [...taskIds] });
  return rows.flatMap(toDocuments);
};
