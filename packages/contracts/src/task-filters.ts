import * as z from 'zod';
import { pathIdSchema } from './identifiers';
import { momentSchema } from './moments';

/** Values of one filter. */
const filterValuesMax = 50;
/** Answers that one list can be filtered by. */
const answerFiltersMax = 5;
const answerFilterMaxLength = 500;

const splitAtCommas = (joined: string): string[] => joined.split(',').filter(Boolean);

/** Comma-separated ids. */
export const idListSchema = z
  .string()
  .max(1_000)
  .transform(splitAtCommas)
  .pipe(z.array(pathIdSchema).max(filterValuesMax));

const assigneePattern = /^(?:none|(?:user|group):[1-9]\d{0,15})$/;
const idsOfKind = (entries: readonly string[], kind: 'user' | 'group'): number[] =>
  entries
    .filter((entry) => entry.startsWith(`${kind}:`))
    .map((entry) => Number(entry.slice(kind.length + 1)));

/** Comma-separated `user:<id>`, `group:<id>` and `none`. A task matches if it has one of these assignees. */
const assigneesSchema = z
  .string()
  .max(1_500)
  .transform(splitAtCommas)
  .pipe(z.array(z.string().regex(assigneePattern)).max(filterValuesMax))
  .transform((entries) => ({
    userIds: idsOfKind(entries, 'user'),
    groupIds: idsOfKind(entries, 'group'),
    isNoneIncluded: entries.includes('none'),
  }))
  .refine(({ userIds, groupIds }) => [...userIds, ...groupIds].every(Number.isSafeInteger));

/** Number of days, so that a saved filter moves with the time. */
const daysSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number);

const parseJson = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'The filter must be JSON' });
    return z.NEVER;
  }
};

/** JSON object of parameter id and answer. A task matches if it has all of these answers. */
const answersFilterSchema = z
  .string()
  .max(4_000)
  .transform(parseJson)
  .pipe(
    z
      .record(z.string().regex(/^[1-9]\d{0,15}$/), z.string().max(answerFilterMaxLength))
      .refine((answers) => Object.keys(answers).length <= answerFiltersMax),
  );

/**
 * Further filters of GET /api/tasks, which a saved view can contain. All of them must match. `…Days` means the last
 * days; `…From` and `…Before` are moments, the first included and the second excluded.
 */
export const taskFilterFields = {
  statusIds: idListSchema.optional(),
  assignees: assigneesSchema.optional(),
  /** Address of the author, as the list shows it. */
  createdBy: z.string().trim().toLowerCase().max(254).optional(),
  createdDays: daysSchema.optional(),
  createdFrom: momentSchema.optional(),
  createdBefore: momentSchema.optional(),
  updatedDays: daysSchema.optional(),
  updatedFrom: momentSchema.optional(),
  updatedBefore: momentSchema.optional(),
  /** Only for callers with BASE. */
  answers: answersFilterSchema.optional(),
};
