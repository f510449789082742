import { saveWorkflowStatusSchema, workflowStatusSchema } from '@obieg/contracts';
import type { Route } from '@obieg/service-kit';
import { entityRoutes } from '../requests/entity-routes';
import type { Statuses } from './statuses.service';

export const statusesRoutes = (statuses: Statuses): Route[] =>
  entityRoutes({
    path: '/api/workflow-status',
    names: { one: 'Status', many: 'Statuses' },
    entitySchema: workflowStatusSchema,
    saveSchema: saveWorkflowStatusSchema,
    entities: statuses,
  });
