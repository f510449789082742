import {
  createServiceApp,
  type Database,
  findMemberPermissions,
  type Logger,
  type ServiceAppOptions,
} from '@obieg/service-kit';
import type Koa from 'koa';
import { commentRoutes } from './comments/comments.routes';
import { taskRoutes } from './tasks/tasks.routes';
import { transitionRoutes } from './transitions/transitions.routes';

interface AppDependencies extends Pick<ServiceAppOptions, 'authenticate' | 'healthChecks' | 'metrics'> {
  db: Database;
  log: Logger;
}

/** svc-tasks: tasks, comments, histories, running transitions. */
export const createTasksApp = ({ db, ...operations }: AppDependencies): Koa =>
  createServiceApp({
    name: 'svc-tasks',
    ...operations,
    findPermissions: (userId, organizationId) => findMemberPermissions(db, userId, organizationId),
    routes: [...taskRoutes(db), ...transitionRoutes(db), ...commentRoutes(db)],
  });
