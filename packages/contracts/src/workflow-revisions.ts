import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema, pathIdSchema } from './identifiers';
import { limits } from './limits';
import { openEnum, passingEnum } from './open-enum';
import { pageLimitSchema } from './paging';
import { checkCoverageFields, findingSchema } from './workflow-check';
import { workflowFileSchema } from './workflow-file';
import { shownWorkflowSchema } from './workflow-impact';

/** A text in both languages of the server's messages. */
const bilingualTextSchema = z.object({ pl: z.string(), en: z.string() });
export type BilingualText = z.infer<typeof bilingualTextSchema>;

/**
 * `DEFAULT`: the workflow of a new organization. `RECORDED`: a state that was saved without a revision, for example
 * before revisions existed. `STATUS_RESTORED`: a deleted status returned because tasks use it.
 */
const revisionKinds = ['DEFAULT', 'RECORDED', 'EDITED', 'IMPORTED', 'RESTORED', 'STATUS_RESTORED'] as const;
export type RevisionKind = (typeof revisionKinds)[number];

/** A kind that only a newer version knows is shown as a state that was recorded. */
export const openRevisionKindSchema = openEnum(revisionKinds, 'RECORDED');

const revisionFields = {
  number: idSchema,
  createdAt: z.iso.datetime(),
  /** Null if the service made the change. The name is null for an author who never was a member. */
  author: z
    .object({ id: idSchema, username: z.string().nullable(), addressHint: addressHintSchema })
    .nullable(),
  kind: openRevisionKindSchema,
  /** The restored revision of a `RESTORED` one. */
  restoredFrom: idSchema.nullable(),
  summary: bilingualTextSchema,
};
const workflowRevisionSchema = z.object(revisionFields).meta({ id: 'WorkflowRevision' });
export type WorkflowRevision = z.infer<typeof workflowRevisionSchema>;

/** GET /api/workflow-revisions: the newest revisions before `cursor`. */
export const revisionQuerySchema = z.object({
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: pathIdSchema.optional(),
});

export const workflowRevisionListSchema = z
  .object({
    success: z.literal(true),
    revisions: z.array(workflowRevisionSchema),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'WorkflowRevisionList' });
export type WorkflowRevisionList = z.infer<typeof workflowRevisionListSchema>;

/** GET /api/workflow-revisions/{n} */
export const workflowRevisionDetailsSchema = z
  .object({ ...revisionFields, file: workflowFileSchema })
  .meta({ id: 'WorkflowRevisionDetails' });
export type WorkflowRevisionDetails = z.infer<typeof workflowRevisionDetailsSchema>;

const changeValueSchema = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.union([z.string(), z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))])),
]);
export type ChangeValue = z.infer<typeof changeValueSchema>;

export const changedEntities = [
  'parameter',
  'status',
  'transition',
  'scenario',
  'calendar',
  'target',
] as const;
export type ChangedEntity = (typeof changedEntities)[number];
const changeActions = ['ADDED', 'REMOVED', 'CHANGED', 'REORDERED'] as const;

/**
 * One changed entity of a workflow. A change lists its fields as in the workflow file. `REORDERED` concerns all
 * entities of a kind; its field `order` has their names.
 */
const workflowChangeSchema = z
  .object({
    entity: passingEnum(changedEntities),
    action: openEnum(changeActions, 'CHANGED'),
    /** The newer name; empty if all entities of the kind changed their order. */
    name: z.string(),
    fields: z.array(z.object({ field: z.string(), before: changeValueSchema, after: changeValueSchema })),
  })
  .meta({ id: 'WorkflowChange' });
export type WorkflowChange = z.infer<typeof workflowChangeSchema>;

/** GET /api/workflow-revisions/{n}/diff?against={m}: the changes from m to n. */
export const revisionDiffQuerySchema = z.object({ against: pathIdSchema });
export const workflowDiffSchema = z
  .object({ from: idSchema, to: idSchema, changes: z.array(workflowChangeSchema) })
  .meta({ id: 'WorkflowDiff' });
export type WorkflowDiff = z.infer<typeof workflowDiffSchema>;

/** What an import or a restore does to tasks and permissions. */
const workflowImpactSchema = z
  .object({
    /**
     * `KEPT`: tasks have the status, so it stays although the new workflow lacks it. `LOSES_EXITS`: tasks have the
     * status, and no active transition leaves it any more. Tells no number of tasks, because the caller may not see all
     * of them: GET /api/tasks/status-counts counts those that the caller may see.
     */
    statuses: z.array(
      z.object({ statusId: idSchema, name: z.string(), effect: passingEnum(['KEPT', 'LOSES_EXITS']) }),
    ),
    /** Groups that are left out, because they do not exist or were not chosen. */
    missingGroups: z.array(z.string()),
    /** The left-out groups of each transition. Only an import tells them. */
    lostGroups: z.array(z.object({ transition: z.string(), groups: z.array(z.string()) })).optional(),
    /** Transitions that lose all executors. `OPEN`: every member may run it. `DEACTIVATED`: no member can. */
    transitions: z.array(z.object({ name: z.string(), effect: passingEnum(['OPEN', 'DEACTIVATED']) })),
  })
  .meta({ id: 'WorkflowImpact' });
export type WorkflowImpact = z.infer<typeof workflowImpactSchema>;

/**
 * Answer to an import or a restore, and to its dry run. `revision` is the newest one: after the change, or before it
 * in a dry run.
 */
export const workflowPreviewSchema = z
  .object({
    revision: z.int().nonnegative(),
    changes: z.array(workflowChangeSchema),
    findings: z.array(findingSchema),
    ...checkCoverageFields,
    impact: workflowImpactSchema,
    /**
     * Of a dry run: the workflow to judge with POST /api/tasks/workflow-impact. Absent from the previous release.
     */
    workflow: shownWorkflowSchema.optional(),
  })
  .meta({ id: 'WorkflowPreview' });
export type WorkflowPreview = z.infer<typeof workflowPreviewSchema>;

export const dryRunQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/** The newest revision that the caller has seen. 409 if there is a newer one. A dry run does not need it. */
const baseRevision = z.int().nonnegative().optional();

/** POST /api/workflow-revisions/{n}/restore */
export const restoreRevisionSchema = z.object({ baseRevision }).meta({ id: 'RestoreRevision' });
export type RestoreRevision = z.input<typeof restoreRevisionSchema>;

/** POST /api/workflow-configuration/import */
export const importWorkflowSchema = z
  .object({
    baseRevision,
    /** Groups to use for paths of the file. Null leaves the group out. Without an entry, the path must exist. */
    groups: z.record(z.string(), idSchema.nullable()).default({}),
    file: workflowFileSchema,
  })
  .meta({ id: 'ImportWorkflow' });
export type ImportWorkflow = z.input<typeof importWorkflowSchema>;

/** GET /api/workflow-templates: ready workflows, each a file to import. */
export const workflowTemplateSchema = z
  .object({
    id: z.string(),
    name: bilingualTextSchema,
    description: bilingualTextSchema,
    /** The same workflow with Polish and with English names. */
    files: z.object({ pl: workflowFileSchema, en: workflowFileSchema }),
  })
  .meta({ id: 'WorkflowTemplate' });
export type WorkflowTemplate = z.infer<typeof workflowTemplateSchema>;
