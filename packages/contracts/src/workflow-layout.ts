import * as z from 'zod';
import { idSchema } from './identifiers';

/** Coordinates are pixels of the picture at a zoom of 1. */
const coordinateSchema = z.int().min(-100_000).max(100_000);

/** Position of a status's center in the picture of the workflow. A null `statusId` means the start of new tasks. */
const statusPositionSchema = z
  .object({ statusId: idSchema.nullable(), x: coordinateSchema, y: coordinateSchema })
  .meta({ id: 'StatusPosition' });
export type StatusPosition = z.infer<typeof statusPositionSchema>;

/**
 * GET /api/workflow-layout: where an organization placed its statuses. Statuses without a position are placed
 * automatically. `revision` is 0 until the first save.
 */
export const workflowLayoutSchema = z
  .object({ revision: z.int().nonnegative(), positions: z.array(statusPositionSchema) })
  .meta({ id: 'WorkflowLayout' });
export type WorkflowLayout = z.infer<typeof workflowLayoutSchema>;

/** PUT /api/workflow-layout. `revision` is the one that the change is based on; no positions restore the automatic layout. */
export const saveWorkflowLayoutSchema = z
  .object({
    revision: z.int().nonnegative(),
    positions: z.array(statusPositionSchema).max(2_000),
  })
  .meta({ id: 'SaveWorkflowLayout' });
export type SaveWorkflowLayout = z.infer<typeof saveWorkflowLayoutSchema>;
