import {
  createMemberLookUp,
  createServiceApp,
  type Database,
  type Logger,
  type ServiceAppOptions,
} from '@obieg/service-kit';
import type Koa from 'koa';
import { parametersRoutes } from './parameters/parameters.routes';
import { createParameters } from './parameters/parameters.service';
import { statusesRoutes } from './statuses/statuses.routes';
import { createStatuses } from './statuses/statuses.service';
import { transitionsRoutes } from './transitions/transitions.routes';
import { createTransitions } from './transitions/transitions.service';

interface AppDependencies extends Pick<ServiceAppOptions, 'authenticate' | 'healthChecks' | 'metrics'> {
  db: Database;
  log: Logger;
}

/** Creates svc-workflow: parameters, statuses, transitions. */
export const createWorkflowApp = ({ db, ...operations }: AppDependencies): Koa =>
  createServiceApp({
    name: 'svc-workflow',
    ...operations,
    findPermissions: createMemberLookUp(db).findPermissions,
    routes: [
      ...parametersRoutes(createParameters(db)),
      ...statusesRoutes(createStatuses(db)),
      ...transitionsRoutes(createTransitions(db)),
    ],
  });
