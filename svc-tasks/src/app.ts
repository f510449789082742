import {
  createMemberLookUp,
  createServiceApp,
  type Database,
  type Logger,
  type ServiceAppOptions,
} from '@obieg/service-kit';
import type Koa from 'koa';
import { absenceRoutes } from './absences/absences.routes';
import { approvalRoutes } from './approvals/approvals.routes';
import { assignmentRoutes } from './assignments/assignments.routes';
import { createAttachmentMetrics } from './attachments/attachments.metrics';
import { attachmentRoutes } from './attachments/attachments.routes';
import type { AttachmentStore } from './attachments/storage/attachment-store';
import { bulkRoutes } from './bulk/bulk.routes';
import { createBulkDependencies } from './bulk/run-bulk';
import { calendarRoutes } from './calendar/calendar.routes';
import { cannedReplyRoutes } from './canned-replies/canned-replies.routes';
import { changeRoutes } from './changes/changes.routes';
import { commentRoutes } from './comments/comments.routes';
import { dueRoutes } from './due/due.routes';
import { dueSettingsRoutes } from './due/due-settings.routes';
import { historyRoutes } from './history/history.routes';
import { linkRoutes } from './links/links.routes';
import { observeLiveStreams } from './live/live.metrics';
import { liveRoutes } from './live/live.routes';
import type { LiveStreams } from './live/live-streams';
import { mailSubscriptionRoutes } from './mail/mail-subscriptions.routes';
import { internalMailRoutes } from './mail-in/mail-in.routes';
import { mailInSettingsRoutes } from './mail-in/mail-in-settings.routes';
import type { ReceiveMail } from './mail-in/receive-mail';
import { mentionRoutes } from './mentions/mentions.routes';
import { notificationRoutes } from './notifications/notifications.routes';
import { internalOrganizationRoutes } from './organizations/organizations.routes';
import { organizationTaskCountRoutes } from './organizations/task-count.routes';
import { createPendingMetrics } from './pending-attachments/pending.metrics';
import { pendingAttachmentRoutes } from './pending-attachments/pending.routes';
import type { PendingQuotas } from './pending-attachments/quotas';
import { reporterAccessRoutes } from './reporter-access/reporter-access.routes';
import { submissionRoutes } from './submission/submission.routes';
import { targetRoutes } from './targets/targets.routes';
import { taskExportRoutes } from './task-export/task-export.routes';
import { taskImportRoutes } from './task-import/task-import.routes';
import { boardRoutes } from './task-list/board.routes';
import { statusCountRoutes } from './task-list/status-counts.routes';
import { taskListRoutes } from './task-list/task-list.routes';
import { taskPageRoutes } from './task-page/task-page.routes';
import { taskReaderRoutes } from './task-readers/task-readers.routes';
import { transitionRoutes } from './transitions/transitions.routes';
import { viewRoutes } from './views/views.routes';
import { deliveryRoutes } from './webhooks/deliveries.routes';
import type { WebhookSettings } from './webhooks/webhook-dependencies';
import { webhookRoutes } from './webhooks/webhooks.routes';
import { workflowImpactRoutes } from './workflow-impact/workflow-impact.routes';

interface AppDependencies extends Pick<ServiceAppOptions, 'authenticate' | 'healthChecks' | 'metrics'> {
  db: Database;
  store: AttachmentStore;
  streams: LiveStreams;
  pendingQuotas: PendingQuotas;
  /** Tasks in bulk actions of one caller. */
  bulkTasksPerMinute: number;
  /** Address of an organization by its code name. */
  organizationUrl(codeName: string): string;
  webhooks: WebhookSettings;
  /** Absent if this installation reads no mails. */
  receiveMail?: ReceiveMail | undefined;
  replyAddress?: string | undefined;
  log: Logger;
}

export const createTasksApp = ({
  db,
  store,
  streams,
  pendingQuotas,
  bulkTasksPerMinute,
  organizationUrl,
  webhooks,
  receiveMail,
  replyAddress,
  ...operations
}: AppDependencies): Koa => {
  const { registry } = operations.metrics;
  observeLiveStreams(registry, streams);
  const attachments = { db, store, metrics: createAttachmentMetrics(registry) };
  return createServiceApp({
    name: 'svc-tasks',
    ...operations,
    ...createMemberLookUp(db),
    routes: [
      // Fixed paths must be first: `/api/tasks/:publicTaskId` also matches `/api/tasks/live` and `/api/tasks/new`.
      ...liveRoutes(db, streams),
      ...boardRoutes(db),
      ...taskExportRoutes(db),
      ...taskImportRoutes(db),
      ...bulkRoutes(createBulkDependencies(db, bulkTasksPerMinute)),
      ...viewRoutes(db),
      ...cannedReplyRoutes(db),
      ...notificationRoutes(db, streams),
      ...statusCountRoutes(db),
      ...organizationTaskCountRoutes(db),
      ...workflowImpactRoutes(db),
      ...pendingAttachmentRoutes({
        db,
        store,
        quotas: pendingQuotas,
        metrics: createPendingMetrics(registry, db),
      }),
      ...[
        taskListRoutes,
        submissionRoutes,
        taskPageRoutes,
        changeRoutes,
        dueRoutes,
        dueSettingsRoutes,
        linkRoutes,
        assignmentRoutes,
        transitionRoutes,
        approvalRoutes,
        absenceRoutes,
        taskReaderRoutes,
        commentRoutes,
        mentionRoutes,
        historyRoutes,
        targetRoutes,
      ].flatMap((routesOf) => routesOf(db)),
      ...mailSubscriptionRoutes(db),
      ...calendarRoutes({ db, organizationUrl }),
      ...attachmentRoutes(attachments),
      ...reporterAccessRoutes(attachments),
      ...webhookRoutes({ db, ...webhooks }),
      ...deliveryRoutes(db),
      ...mailInSettingsRoutes(db, replyAddress),
    ],
    internalRoutes: [...internalOrganizationRoutes(db), ...internalMailRoutes(receiveMail)],
  });
};
