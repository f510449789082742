import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { taskApprovalSchema } from './approvals';
import { attachmentSchema } from './attachments';
import { idSchema, publicTaskIdSchema } from './identifiers';
import { limits } from './limits';
import { mentionedUserIdsSchema, mentionSchema, sharedUserIdsSchema } from './mentions';
import { taskWatchSchema } from './notifications';
import { openEnum, optionalOpenEnum } from './open-enum';
import { uploadSecretSchema } from './pending-attachments';
import { personNameSchema } from './person-name';
import { targetHistoryResponseSchema, taskTargetSchema } from './targets';
import { mapTaskTexts, taskTextNames, taskTexts } from './task-fields';
import { taskLinksResponseSchema } from './task-links';
import { taskMatchFields } from './task-list-query';
import { priorities, taskPartNames, taskViews } from './task-values';
import { optionalTextSchema, requiredTextSchema, textSchema } from './text';
import { userSummarySchema } from './users';
import { openParameterTypeSchema, openStatusTypeSchema } from './workflow';

export const prioritySchema = z.enum(priorities);
/** A priority as responses show it. */
export const openPrioritySchema = openEnum(priorities, 'NORMAL');
export type Priority = z.infer<typeof prioritySchema>;

/** Null: empty, or not for the caller. Absent from releases without the text. */
const taskTextResponses = mapTaskTexts(() => z.string().nullable().optional());
const taskTextRequests = mapTaskTexts((name) => optionalTextSchema(taskTexts[name].maxLength));

const taskSummaryFields = {
  publicTaskId: publicTaskIdSchema,
  title: z.string(),
  description: z.string().nullable(),
  statusName: z.string(),
  statusType: openStatusTypeSchema,
  organizationName: z.string(),
  priority: openPrioritySchema,
  createdBy: z.string().nullable(),
  createdByName: personNameSchema,
  createdAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
  /** Null for tasks without a due date and for visitors. Absent from releases without due dates. */
  dueAt: z.iso.datetime().nullable().optional(),
  /** The targets that apply, the next one first. For members only. Null or absent: none. */
  targets: z.array(taskTargetSchema).nullable().optional(),
  assignedUserId: idSchema.nullable(),
  assignedUserName: z.string().nullable(),
  assignedUserEmail: z.string().nullable(),
  assignedUserAddressHint: addressHintSchema,
  assignedGroupId: idSchema.nullable(),
  assignedGroupName: z.string().nullable(),
  needsEmailVerification: z.boolean(),
};
/** Where a search found the task, from the texts that the caller may read. */
const taskMatchSchema = z
  .object({
    field: openEnum(taskMatchFields, 'description'),
    /** The text around the first match; the whole text if it is short. */
    snippet: z.string(),
    /** Start and end of each match in `snippet`, in UTF-16 code units. */
    ranges: z.array(z.tuple([z.int(), z.int()])),
  })
  .meta({ id: 'TaskMatch' });
export type TaskMatch = z.infer<typeof taskMatchSchema>;

/** A task in a list (spec 3 §3), with the texts that are columns. Long texts are shortened. */
const taskListItemSchema = z
  .object({
    ...taskTextResponses,
    ...taskSummaryFields,
    match: taskMatchSchema.optional(),
    /** The caller has unread news of the task. Only in lists. */
    hasUnread: z.boolean().optional(),
    /** Of `createdByName`. Only in lists of members. */
    createdByAddressHint: addressHintSchema,
    /**
     * Path of the assigned group, if another group has its name. Only in lists of members. Null or absent: the name
     * alone tells which group it is.
     */
    assignedGroupPath: z.string().nullable().optional(),
  })
  .meta({ id: 'TaskListItem' });
export type TaskListItem = z.infer<typeof taskListItemSchema>;

const visibleUserSchema = z.object({
  userId: idSchema,
  userName: z.string(),
  userEmail: z.string(),
  addressHint: addressHintSchema,
});
const visibleGroupSchema = z.object({ groupId: idSchema, groupName: z.string() });
const visibilityFields = {
  visibleUsers: z.array(visibleUserSchema),
  visibleGroups: z.array(visibleGroupSchema),
};

/** A task on its page (spec 3 §3). For anonymous callers, addresses are masked and people are omitted. */
const taskSchema = z
  .object({
    ...taskTextResponses,
    ...taskSummaryFields,
    /** Path of the assigned group. Only members read it, because only they may list groups. */
    assignedGroupPath: z.string().nullable().optional(),
    ...visibilityFields,
    /** Callers with the view `visitor` may only read, even with an account. */
    view: openEnum(taskViews, 'visitor'),
    /** The caller may set the due date and links: an operator or the assignee. Absent if it is unknown. */
    canPlan: z.boolean().optional(),
    attachments: z.array(attachmentSchema),
    parameterDetails: z.array(
      z.object({
        parameterId: idSchema,
        parameterName: z.string(),
        parameterType: openParameterTypeSchema,
        parameterValue: z.string(),
      }),
    ),
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof taskSchema>;

const responseFields = { success: z.boolean(), message: z.string() };
export const taskResponseSchema = z
  .object({ ...responseFields, task: taskSchema })
  .meta({ id: 'TaskResponse' });
export type TaskResponse = z.infer<typeof taskResponseSchema>;
/**
 * `total` counts the tasks that match the filters, up to 1000. The value 1000 means "1000 or more". A search for common
 * words counts less: `isTotalExact` is then false, and `total` means "or more", too. `isSearchComplete` is false while
 * texts that the caller may read wait for the search index: the newest may be missing.
 */
export const taskListResponseSchema = z
  .object({
    ...responseFields,
    tasks: z.array(taskListItemSchema),
    total: z.int(),
    isTotalExact: z.literal(false).optional(),
    isSearchComplete: z.literal(false).optional(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'TaskListResponse' });
export type TaskListResponse = z.infer<typeof taskListResponseSchema>;

/**
 * Map of parameter id to answer text (spec 3 §7). `workflow-rules` checks the length, because its message names the
 * question.
 */
export const answersSchema = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/), textSchema(limits.bodyBytes))
  .refine((answers) => Object.keys(answers).length <= limits.answersMax);
const idListSchema = z.array(idSchema).max(limits.visibilityMax);

export const createTaskSchema = z
  .object({
    title: requiredTextSchema(limits.taskTitleMaxLength, 'Tytuł jest wymagany'),
    ...taskTextRequests,
    /** Required and validated only for anonymous callers (spec 3 §5). */
    createdByEmail: textSchema(limits.emailMaxLength).nullish(),
    workflowParameters: answersSchema.default({}),
    assignedUserId: idSchema.nullish(),
    assignedGroupId: idSchema.nullish(),
    visibleUserIds: idListSchema.nullish(),
    visibleGroupIds: idListSchema.nullish(),
    priority: prioritySchema.default('NORMAL'),
    /** The new task becomes its subtask. Only for members; requires OPERATOR or the parent's assignee. */
    parentTaskId: idSchema.nullish(),
    /** Secret of the files that were uploaded for this submission. Each secret serves one submission. */
    uploadSecret: uploadSecretSchema.nullish(),
  })
  .meta({ id: 'CreateTask' });
export type CreateTask = z.input<typeof createTaskSchema>;
export const createTaskResponseSchema = z
  .object({
    ...responseFields,
    publicTaskId: publicTaskIdSchema,
    needsEmailVerification: z.boolean(),
    /** Number of files that wait until the submitter confirms them. Absent: none. */
    pendingAttachments: z.int().positive().optional(),
    /** Their names, for `task.fileNames` of send-code. Absent: none. */
    pendingFileNames: z.array(z.string()).optional(),
  })
  .meta({ id: 'CreateTaskResponse' });
export type CreateTaskResponse = z.infer<typeof createTaskResponseSchema>;

/** Reasons why the caller cannot run an offered transition. */
/** `APPROVAL_REQUIRED`: only the decision of the status's approvers runs the transition. */
const transitionReasons = [
  'BASE_PERMISSION_REQUIRED',
  'EXECUTOR_GROUP_REQUIRED',
  'APPROVAL_REQUIRED',
] as const;
export type TransitionReason = (typeof transitionReasons)[number];
const sightChanges = ['OTHERS', 'LOST'] as const;

export const transitionOptionSchema = z
  .object({
    transitionId: idSchema,
    transitionName: z.string(),
    /** Absent from releases without a board. */
    toStatusId: idSchema.optional(),
    toStatusName: z.string(),
    toStatusType: openStatusTypeSchema,
    canExecute: z.boolean(),
    reasons: z.array(openEnum(transitionReasons, 'BASE_PERMISSION_REQUIRED')),
    /** Executor groups by name, if EXECUTOR_GROUP_REQUIRED is a reason. */
    executorGroupNames: z.array(z.string()).optional(),
    /**
     * The target group changes who sees the restricted task. LOST: the caller no longer would; OTHERS: the caller would.
     * Absent if nothing changes, and from earlier releases.
     */
    sightChange: optionalOpenEnum(sightChanges),
    requiredParameters: z.array(
      z.object({
        parameterId: idSchema,
        displayName: z.string(),
        parameterType: openParameterTypeSchema,
        isMandatory: z.boolean(),
        defaultValue: z.string().nullable(),
        dictionaryValues: z.array(z.object({ value: z.string() })),
      }),
    ),
  })
  .meta({ id: 'TransitionOption' });
export type TransitionOption = z.infer<typeof transitionOptionSchema>;
export const transitionOptionsResponseSchema = z
  .object({ success: z.boolean(), transitions: z.array(transitionOptionSchema) })
  .meta({ id: 'TransitionOptionsResponse' });
/** A default applies where neither the task nor the request has an answer. An empty answer keeps it out. */
export const runTransitionSchema = z
  .object({ transitionId: idSchema, workflowParameters: answersSchema.default({}) })
  .meta({ id: 'RunTransition' });
export type RunTransition = z.input<typeof runTransitionSchema>;

export const commentSchema = z
  .object({
    id: idSchema,
    authorEmail: z.string().nullable(),
    authorName: personNameSchema,
    createdAt: z.iso.datetime(),
    /** Empty once the comment is deleted. */
    content: z.string(),
    visibleToAuthor: z.boolean(),
    ...visibilityFields,
    // Optional, because the release before comments could be changed does not send these fields.
    /** Increases with each change. `"<revision>"` is the ETag for `If-Match`. Only for members and the writer. */
    revision: z.int().positive().optional(),
    /** Time of the last change of the text. */
    editedAt: z.iso.datetime().nullable().optional(),
    deletedAt: z.iso.datetime().nullable().optional(),
    /** Mentioned people, for members. Absent from releases without mentions. */
    mentions: z.array(mentionSchema).optional(),
    /** Names in the text that are mentions, for every reader. Absent from earlier releases. */
    mentionedNames: z.array(z.string()).optional(),
    /** The caller may edit and delete the comment. */
    canChange: z.boolean().optional(),
    /** The comment is from a mail that has more text: GET …/comments/{id}/mail. Absent from earlier releases. */
    hasMailText: z.boolean().optional(),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof commentSchema>;
export const commentsResponseSchema = z
  .object({ success: z.boolean(), comments: z.array(commentSchema) })
  .meta({ id: 'CommentsResponse' });
export const addCommentSchema = z
  .object({
    content: requiredTextSchema(limits.commentMaxLength, 'Treść komentarza jest wymagana'),
    visibleUserIds: idListSchema.nullish(),
    visibleGroupIds: idListSchema.nullish(),
    visibleToAuthor: z.boolean().default(false),
    mentionedUserIds: mentionedUserIdsSchema.nullish(),
    /** Become visible users of a restricted task. Requires OPERATOR; without effect on an unrestricted task. */
    sharedWithUserIds: sharedUserIdsSchema.nullish(),
  })
  .meta({ id: 'AddComment' });
export type AddComment = z.input<typeof addCommentSchema>;

const statusHistoryEntrySchema = z
  .object({
    id: idSchema,
    changedByEmail: z.string().nullable(),
    changedByName: personNameSchema,
    changedAt: z.iso.datetime(),
    statusName: z.string(),
    statusType: openStatusTypeSchema,
    transitionName: z.string().nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'StatusHistoryEntry' });
export type StatusHistoryEntry = z.infer<typeof statusHistoryEntrySchema>;
export const statusHistoryResponseSchema = z
  .object({ success: z.boolean(), statusHistory: z.array(statusHistoryEntrySchema) })
  .meta({ id: 'StatusHistoryResponse' });

/** As the only element of visible users or groups, clears them (spec 3 §5, §9). */
export const clearVisibilityMarker = -1;
const changedIdListSchema = z
  .array(z.union([idSchema, z.literal(clearVisibilityMarker)]))
  .max(limits.visibilityMax)
  .refine(
    (ids) => ids.length < 2 || !ids.includes(clearVisibilityMarker),
    'The marker -1 must be the only entry',
  );
/**
 * An absent field stays unchanged. Null removes an optional text. If both visibility lists are empty or
 * absent, visibility stays unchanged; otherwise the lists replace it.
 */
export const editTaskSchema = z
  .object({
    title: requiredTextSchema(limits.taskTitleMaxLength, 'Tytuł jest wymagany'),
    ...taskTextRequests,
    visibleUserIds: changedIdListSchema.nullish(),
    visibleGroupIds: changedIdListSchema.nullish(),
    workflowParameters: answersSchema.default({}),
    comment: optionalTextSchema(limits.commentMaxLength),
  })
  .meta({ id: 'EditTask' });
export type EditTask = z.input<typeof editTaskSchema>;
/**
 * GET /api/tasks/{id}/parameters: the task's questions whose answers an edit may correct, in questionnaire order,
 * with the values offered now.
 */
export const editableParametersResponseSchema = z
  .object({
    success: z.boolean(),
    parameters: z.array(
      z.object({
        parameterId: idSchema,
        displayName: z.string(),
        parameterType: openParameterTypeSchema,
        dictionaryValues: z.array(z.object({ value: z.string() })),
      }),
    ),
  })
  .meta({ id: 'EditableParametersResponse' });
export type EditableParameter = z.infer<typeof editableParametersResponseSchema>['parameters'][number];

export const editTaskResponseSchema = z.object(responseFields).meta({ id: 'EditTaskResponse' });

export const changePrioritySchema = z
  .object({
    priority: prioritySchema,
    comment: optionalTextSchema(limits.commentMaxLength),
    expectedPriority: prioritySchema
      .optional()
      .meta({ description: '412 if the task has another one by now.' }),
  })
  .meta({ id: 'ChangePriority' });
export type ChangePriority = z.input<typeof changePrioritySchema>;

export const assignmentTypes = ['ASSIGN_TO_ME', 'ASSIGN_TO_USER', 'ASSIGN_TO_GROUP'] as const;
export const assignTaskSchema = z
  .object({
    assignmentType: z.enum(assignmentTypes),
    userId: idSchema.nullish(),
    groupId: idSchema.nullish(),
    comment: optionalTextSchema(limits.commentMaxLength),
    expectedAssignee: z
      .object({ userId: idSchema.nullable(), groupId: idSchema.nullable() })
      .optional()
      .meta({ description: '412 if the task has another one by now.' }),
  })
  .meta({ id: 'AssignTask' });
export type AssignTask = z.input<typeof assignTaskSchema>;

/** Possible assignees for the caller: anyone, the members of a group that the caller leads, or only the caller. */
const assignmentScopes = ['ANYBODY', 'GROUP', 'SELF'] as const;
export const assigneesQuerySchema = z.object({ searchTerm: textSchema(100).trim().optional() });
/**
 * GET /api/tasks/{id}/assignees: users that the caller may assign the task to. Without a search term, the members of
 * the group that the caller leads, otherwise none.
 */
export const assigneesResponseSchema = z
  .object({
    success: z.boolean(),
    scope: openEnum(assignmentScopes, 'SELF'),
    /** The task's group, if the caller leads it. */
    group: visibleGroupSchema.nullable(),
    users: z.array(userSummarySchema),
    limitReached: z.boolean(),
  })
  .meta({ id: 'AssigneesResponse' });
export type AssigneesResponse = z.infer<typeof assigneesResponseSchema>;

export const assigneeKinds = ['USER', 'GROUP'] as const;
const assignmentHistoryEntrySchema = z
  .object({
    id: idSchema,
    changedByEmail: z.string().nullable(),
    changedByName: personNameSchema,
    changedAt: z.iso.datetime(),
    assignmentType: openEnum(assigneeKinds, 'USER'),
    /** The name at the time of the assignment, as is its hint. */
    assignedToName: z.string().nullable(),
    assignedToAddressHint: addressHintSchema,
    /** Path of the group at the time of the assignment, for members. Absent or null in entries of earlier releases. */
    assignedToGroupPath: z.string().nullable().optional(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'AssignmentHistoryEntry' });
export type AssignmentHistoryEntry = z.infer<typeof assignmentHistoryEntrySchema>;
export const assignmentHistoryResponseSchema = z
  .object({ success: z.boolean(), assignmentHistory: z.array(assignmentHistoryEntrySchema) })
  .meta({ id: 'AssignmentHistoryResponse' });

/** Changes outside the status and assignment histories. */
export const changeTypes = ['EDIT', 'PRIORITY', 'DUE', 'ATTACHMENT', 'APPROVAL'] as const;
export const changedFields = [
  'title',
  ...taskTextNames,
  'priority',
  'dueAt',
  'visibleUsers',
  'visibleGroups',
  'workflowParameters',
  'attachment',
  'approval',
] as const;
/** A change that only a newer version knows. Responses contain it instead of an unknown type or field. */
export const otherChange = 'OTHER';
const changeHistoryEntrySchema = z
  .object({
    id: idSchema,
    changedByEmail: z.string().nullable(),
    changedByName: personNameSchema,
    changedAt: z.iso.datetime(),
    changeType: openEnum(changeTypes, otherChange),
    changes: z.array(
      z.object({
        field: openEnum(changedFields, otherChange),
        /** Question of a changed answer. */
        label: z.string().nullable(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        /** Parameter of the changed answer. Absent in entries written before this field existed. */
        parameterId: idSchema.optional(),
        /** The parameter's type at the time of the change, for formatting. Absent if unknown. */
        parameterType: openParameterTypeSchema.optional(),
        /** Address hints of the changed visible users by name, at the time of the change. Absent without any. */
        addressHints: z.record(z.string(), z.string()).optional(),
      }),
    ),
    comment: z.string().nullable(),
  })
  .meta({ id: 'ChangeHistoryEntry' });
export type ChangeHistoryEntry = z.infer<typeof changeHistoryEntrySchema>;
export const changeHistoryResponseSchema = z
  .object({ success: z.boolean(), changeHistory: z.array(changeHistoryEntrySchema) })
  .meta({ id: 'ChangeHistoryResponse' });
export const taskPageQuerySchema = z.object({
  include: z
    .string()
    .max(200)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(taskPartNames)))
    .default([])
    .meta({ description: `Comma-separated: ${taskPartNames.join(', ')}` }),
});

/** A task with the requested parts. Visitors get no assignments, changes or transitions. */
export const taskPageSchema = taskResponseSchema
  .extend({
    comments: commentsResponseSchema.shape.comments.optional(),
    statusHistory: statusHistoryResponseSchema.shape.statusHistory.optional(),
    assignmentHistory: assignmentHistoryResponseSchema.shape.assignmentHistory.optional(),
    changeHistory: changeHistoryResponseSchema.shape.changeHistory.optional(),
    targetHistory: targetHistoryResponseSchema.shape.targetHistory.optional(),
    transitions: transitionOptionsResponseSchema.shape.transitions.optional(),
    watch: taskWatchSchema.optional(),
    links: taskLinksResponseSchema.shape.links.optional(),
    approval: taskApprovalSchema.nullable().optional(),
  })
  .meta({ id: 'TaskPage' });
export type TaskPage = z.infer<typeof taskPageSchema>;
