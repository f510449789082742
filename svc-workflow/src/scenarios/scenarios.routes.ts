import { saveWorkflowScenarioSchema, workflowScenarioSchema } from '@obieg/contracts';
import type { Route } from '@obieg/service-kit';
import { changeAccess, entityRoutes } from '../requests/entity-routes';
import type { Scenarios } from './scenarios.service';

export const scenariosRoutes = (scenarios: Scenarios): Route[] =>
  entityRoutes({
    path: '/api/workflow-scenarios',
    names: { one: 'Scenario', many: 'Scenarios' },
    entitySchema: workflowScenarioSchema,
    saveSchema: saveWorkflowScenarioSchema,
    access: changeAccess,
    entities: scenarios,
  });
