import type { Tx } from '@obieg/service-kit';
import {
  type Audience,
  audiencesOfComment,
  audiencesOfTask,
  type CommentReaders,
  type TaskReaders,
} from './audiences';
import { foldContent } from './fold';
import { kinds } from './kinds';

/** A folded text of a task and who may read it. */
export interface TaskText {
  taskId: number;
  kind: number;
  /** The comment's id; 0 for all other kinds. */
  sourceId: number;
  content: string;
  /** Answers only: the parameter of each line. */
  parameterIds: readonly number[] | null;
  audiences: readonly Audience[];
}

interface OwnTextsRow extends TaskReaders {
  id: number;
  public_task_id: number;
  title: string;
  description: string | null;
  answers: Record<string, string>;
  attachments: string[] | null;
}

/** SQL: who may see the task `t`, as `TaskReaders`. */
const taskReaders = `t.is_restricted, t.author_user_id, t.author_email, t.assigned_user_id, t.assigned_group_id,
  case when t.is_restricted then (
    select json_agg(json_build_object('kind', r.kind, 'id', r.reader_id)) from task_readers r
     where r.organization_id = t.organization_id and r.task_id = t.id) end as readers`;

const selectOwnTexts = `
  select t.id, t.public_task_id, t.title, t.description, t.answers, ${taskReaders},
         (select json_agg(a.original_filename order by a.id) from attachments a
           where a.organization_id = t.organization_id and a.task_id = t.id) as attachments
    from tasks t where t.id = any(:taskIds) and t.deleted_at is null`;

type Content = Pick<TaskText, 'content' | 'parameterIds'>;

/** A phrase must not cross two answers or file names. No search contains a line break. */
const join = (texts: readonly string[]): Content => ({
  content: texts.map(foldContent).filter(Boolean).join('\n'),
  parameterIds: null,
});

const joinAnswers = (answers: Record<string, string>): Content => {
  const lines = Object.entries(answers)
    .map(([parameterId, answer]) => ({ parameterId: Number(parameterId), line: foldContent(answer) }))
    .filter(({ line }) => line !== '');
  return {
    content: lines.map(({ line }) => line).join('\n'),
    parameterIds: lines.map(({ parameterId }) => parameterId),
  };
};

const textsOfTask = (row: OwnTextsRow): TaskText[] => {
  const audiences = audiencesOfTask(row);
  const text = (kind: number, content: Content): TaskText => ({
    taskId: row.id,
    kind,
    sourceId: 0,
    ...content,
    audiences,
  });
  return [
    text(kinds.title, join([row.title])),
    text(kinds.description, join([row.description ?? ''])),
    text(kinds.answers, joinAnswers(row.answers)),
    text(kinds.attachments, join(row.attachments ?? [])),
    text(kinds.reporter, join([row.author_email ?? ''])),
  ].filter(({ kind, content }) => content !== '' || kind === kinds.title);
};

/** The texts of tasks without their comments, and the number of each task. */
export interface OwnTexts {
  texts: TaskText[];
  numbers: ReadonlyMap<number, number>;
}

/** Reads the texts of these tasks without their comments. A deleted task has none. */
export const readOwnTexts = async (tx: Tx, taskIds: readonly number[]): Promise<OwnTexts> => {
  const { rows } = await tx.raw<{ rows: OwnTextsRow[] }>(selectOwnTexts, { taskIds: [...taskIds] });
  return {
    texts: rows.flatMap(textsOfTask),
    numbers: new Map(rows.map(({ id, public_task_id }) => [id, public_task_id])),
  };
};

interface CommentRow extends TaskReaders {
  id: number;
  task_id: number;
  content: string;
  comment: CommentReaders;
}

/** Reads the texts of these comments. A deleted comment, or one of a deleted task, has none. */
export const readCommentTexts = async (tx: Tx, commentIds: readonly number[]): Promise<TaskText[]> => {
  const { rows } = await tx.raw<{ rows: CommentRow[] }>(
    `select c.id, c.task_id, c.content, ${taskReaders},
            json_build_object('author_user_id', c.author_user_id, 'is_visible_to_author', c.is_visible_to_author,
              'visible_user_ids', c.visible_user_ids, 'visible_group_ids', c.visible_group_ids) as comment
       from comments c join tasks t on t.organization_id = c.organization_id and t.id = c.task_id
      where c.id = any(:commentIds) and c.content <> '' and t.deleted_at is null`,
    { commentIds: [...commentIds] },
  );
  return rows
    .map((row) => ({
      taskId: row.task_id,
      kind: kinds.comment,
      sourceId: row.id,
      ...join([row.content]),
      audiences: audiencesOfComment(row.comment, row),
    }))
    .filter(({ content }) => content !== '');
};

/** Ids of the comments of a task, also of those that only the index still contains. */
export const listCommentIds = async (tx: Tx, taskId: number): Promise<number[]> => {
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select id from comments where task_id = :taskId
      union select source_id from search_texts where task_id = :taskId and kind = ${kinds.comment} order by id`,
    { taskId },
  );
  return rows.map(({ id }) => id);
};
