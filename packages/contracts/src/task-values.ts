export const priorities = ['HIGHEST', 'HIGH', 'NORMAL', 'LOW', 'LOWEST'] as const;

/**
 * The caller's view of a task, from the least to the most: as a visitor who knows the number, as its author, or as a
 * member.
 */
export const taskViews = ['visitor', 'author', 'member'] as const;
export type TaskView = (typeof taskViews)[number];

/** Parts of a task that `GET /api/tasks/{id}?include=` adds. Each has the shape of its own call (spec 3 §7). */
export const taskPartNames = [
  'comments',
  'statusHistory',
  'assignmentHistory',
  'changeHistory',
  'targetHistory',
  'transitions',
  'watch',
  'links',
  'approval',
] as const;
export type TaskPartName = (typeof taskPartNames)[number];

export const linkTypes = ['RELATES', 'DUPLICATES', 'BLOCKS', 'PARENT_OF'] as const;
export type LinkType = (typeof linkTypes)[number];
/** A link type, seen from one of the two tasks. */
export const linkRelations = [
  'CHILD_OF',
  'PARENT_OF',
  'BLOCKED_BY',
  'BLOCKS',
  'DUPLICATES',
  'DUPLICATED_BY',
  'RELATES',
] as const;
export type LinkRelation = (typeof linkRelations)[number];

/** Whether a task is late. A task in a FINAL status is not. */
export const isOverdue = (
  { dueAt, statusType }: { dueAt?: string | null | undefined; statusType: string },
  now: number,
): boolean => typeof dueAt === 'string' && statusType !== 'FINAL' && Date.parse(dueAt) < now;
