import {
  createMemberLookUp,
  createServiceApp,
  type Database,
  type Logger,
  type ServiceAppOptions,
} from '@obieg/service-kit';
import type Koa from 'koa';
import { assignmentRoutes } from './assignments/assignments.routes';
import { createAttachmentMetrics } from './attachments/attachments.metrics';
import { attachmentRoutes } from './attachments/attachments.routes';
import type { AttachmentStore } from './attachments/storage/attachment-store';
import { commentRoutes } from './comments/comments.routes';
import { editRoutes } from './edits/edits.routes';
import { historyRoutes } from './history/history.routes';
import { observeLiveStreams } from './live/live.metrics';
import { liveRoutes } from './live/live.routes';
import type { LiveStreams } from './live/live-streams';
import { internalOrganizationRoutes } from './organizations/organizations.routes';
import { taskRoutes } from './tasks/tasks.routes';
import { transitionRoutes } from './transitions/transitions.routes';

interface AppDependencies extends Pick<ServiceAppOptions, 'authenticate' | 'healthChecks' | 'metrics'> {
  db: Database;
  store: AttachmentStore;
  streams: LiveStreams;
  log: Logger;
}

export const createTasksApp = ({ db, store, streams, ...operations }: AppDependencies): Koa => {
  const { registry } = operations.metrics;
  observeLiveStreams(registry, streams);
  return createServiceApp({
    name: 'svc-tasks',
    ...operations,
    ...createMemberLookUp(db),
    routes: [
      // Must be first: `/api/tasks/:publicTaskId` also matches `/api/tasks/live`.
      ...liveRoutes(db, streams),
      ...[taskRoutes, editRoutes, assignmentRoutes, transitionRoutes, commentRoutes, historyRoutes].flatMap(
        (routesOf) => routesOf(db),
      ),
      ...attachmentRoutes({ db, store, metrics: createAttachmentMetrics(registry) }),
    ],
    internalRoutes: internalOrganizationRoutes(db),
  });
};
