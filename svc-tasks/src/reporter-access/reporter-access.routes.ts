import {
  addReporterCommentSchema,
  exchangeReporterKeySchema,
  pathIdSchema,
  reporterAccessResponseSchema,
  taskPageSchema,
  taskResponseSchema,
  uploadResponseSchema,
} from '@obieg/contracts';
import {
  defineRoute,
  fileBodySchema,
  idempotencyHeaders,
  problem,
  type Route,
  withOrganization,
} from '@obieg/service-kit';
import { openAttachment } from '../attachments/download-attachment';
import { fileField } from '../attachments/receive-file';
import { type AttachmentDependencies, uploadAttachment } from '../attachments/upload-attachment';
import { addComment } from '../comments/add-comment';
import { translate } from '../messages/server-messages';
import { deleteSeenReporterNews } from '../news-queue/reporter-news';
import { taskParams } from '../tasks/task-params';
import { getReporter, reporterHeaders } from './reporter-caller';
import { exchangeKey, revokeLinks } from './reporter-links';
import { viewReporterPage, viewReporterTask } from './reporter-page';

const path = '/api/tasks/:publicTaskId/reporter-access';

/** Everything that the link in a reporter's mail allows. No other route accepts its token (ADR 0021). */
export const reporterAccessRoutes = (dependencies: AttachmentDependencies): Route[] => {
  const { db } = dependencies;
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'exchangeReporterKey',
      summary: "Exchanges the key of a reporter's link for a token of this task; 404 unless the key is valid",
      access: 'anyone',
      params: taskParams,
      body: exchangeReporterKeySchema,
      responses: { 201: reporterAccessResponseSchema },
      handler: async ({ params, body, organization, language }) => {
        const issued = await withOrganization(db, organization.id, (tx) =>
          exchangeKey(tx, organization.id, params.publicTaskId, body.key),
        );
        if (!issued) throw problem.notFound(translate(language, 'reporterLinkInvalid'));
        const { token, expiresAt } = issued;
        return { status: 201, body: { success: true, token, expiresAt: expiresAt.toISOString() } };
      },
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'getReporterTask',
      summary: 'Returns the task as its author sees it by the link, with comments and statuses',
      access: 'anyone',
      params: taskParams,
      headers: reporterHeaders,
      responses: { 200: taskPageSchema },
      handler: async (request) => {
        const { publicTaskId } = request.params;
        const body = await viewReporterPage(db, () => getReporter(db, request, publicTaskId), publicTaskId);
        return { status: 200, body };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path,
      operationId: 'revokeReporterLinks',
      summary: 'Revokes all links of the author to the task, and their tokens',
      access: 'anyone',
      params: taskParams,
      headers: reporterHeaders,
      responses: { 204: null },
      handler: async (request) => {
        const { publicTaskId } = request.params;
        const { actor, organizationId } = await getReporter(db, request, publicTaskId);
        await withOrganization(db, organizationId, (tx) => revokeLinks(tx, publicTaskId, actor.userId));
        return { status: 204 };
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/read`,
      operationId: 'readReporterNews',
      summary: 'Tells that the page by the link shows the news of the task; no mail repeats them',
      access: 'anyone',
      params: taskParams,
      headers: reporterHeaders,
      responses: { 204: null },
      handler: async (request) => {
        const { publicTaskId } = request.params;
        const { actor, organizationId } = await getReporter(db, request, publicTaskId);
        await withOrganization(db, organizationId, (tx) =>
          deleteSeenReporterNews(tx, publicTaskId, actor.userId),
        );
        return { status: 204 };
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/comment`,
      operationId: 'addReporterComment',
      summary: "Adds the author's comment, which all members who see the task can read",
      access: 'anyone',
      params: taskParams,
      headers: reporterHeaders.extend(idempotencyHeaders.shape),
      body: addReporterCommentSchema,
      responses: { 201: taskResponseSchema },
      handler: async (request) => {
        const { publicTaskId } = request.params;
        const caller = await getReporter(db, request, publicTaskId);
        const comment = { content: request.body.content, visibleToAuthor: true };
        await addComment(db, caller, publicTaskId, comment, request.headers['idempotency-key']);
        const task = await viewReporterTask(db, caller, publicTaskId);
        return { status: 201, body: { success: true, message: '', task } };
      },
    }),
    ...reporterFileRoutes(dependencies),
  ];
};

const reporterFileRoutes = (dependencies: AttachmentDependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: `${path}/attachments`,
    operationId: 'uploadReporterAttachment',
    summary: "Attaches the author's file; the Idempotency-Key header makes retries safe",
    access: 'anyone',
    params: taskParams,
    headers: reporterHeaders.extend(idempotencyHeaders.shape),
    uploads: fileField,
    responses: { 201: uploadResponseSchema },
    handler: async (request) => {
      const { publicTaskId } = request.params;
      const findReporter = () => getReporter(dependencies.db, request, publicTaskId);
      const attachment = await uploadAttachment(dependencies, await findReporter(), publicTaskId, {
        incoming: request.incoming,
        findActorNow: async () => (await findReporter()).actor,
        signal: request.makeSignal(),
        idempotencyKey: request.headers['idempotency-key'],
        isByLink: true,
        log: request.log,
      });
      return {
        status: 201,
        body: { success: true, message: '', attachment: { ...attachment, canDelete: false } },
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/attachments/:attachmentId/download`,
    operationId: 'downloadReporterAttachment',
    summary: 'Downloads a file that the link shows',
    access: 'anyone',
    params: taskParams.extend({ attachmentId: pathIdSchema }),
    headers: reporterHeaders,
    responses: { 200: fileBodySchema },
    handler: async (request) => {
      const { publicTaskId, attachmentId } = request.params;
      const caller = await getReporter(dependencies.db, request, publicTaskId);
      const { attachments } = await viewReporterTask(dependencies.db, caller, publicTaskId);
      if (!attachments.some(({ id }) => id === attachmentId))
        throw problem.notFound(translate(request.language, 'attachmentNotFound'));
      return {
        status: 200,
        ...(await openAttachment(dependencies, caller, request.params, request.log)),
      };
    },
  }),
];
