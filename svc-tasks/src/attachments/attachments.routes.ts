import { pathIdSchema, uploadResponseSchema } from '@obieg/contracts';
import { defineRoute, fileBodySchema, type Route } from '@obieg/service-kit';
import { callerOf } from '../people/caller';
import { taskParams } from '../tasks/task-params';
import { openAttachment } from './download-attachment';
import { fileField } from './receive-file';
import { type AttachmentDependencies, uploadAttachment } from './upload-attachment';

export const attachmentRoutes = (dependencies: AttachmentDependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/tasks/:publicTaskId/attachments',
    operationId: 'uploadAttachment',
    summary: 'Attaches a file; the Idempotency-Key header makes a repetition harmless (spec 3 §7)',
    access: 'signed-in',
    params: taskParams,
    uploads: fileField,
    responses: { 201: uploadResponseSchema },
    handler: async (request) => ({
      status: 201,
      body: {
        success: true,
        message: '',
        attachment: await uploadAttachment(dependencies, callerOf(request), request.params.publicTaskId, {
          incoming: request.incoming,
          signal: request.signal,
          idempotencyKey: request.header('idempotency-key'),
          log: request.log,
        }),
      },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/attachments/:attachmentId/download',
    operationId: 'downloadAttachment',
    summary: 'Sends an attachment under its original name, never to be shown as a page (spec 3 §7)',
    access: 'anyone',
    params: taskParams.extend({ attachmentId: pathIdSchema }),
    responses: { 200: fileBodySchema },
    handler: async (request) => ({
      status: 200,
      ...(await openAttachment(dependencies, callerOf(request), request.params, request.log)),
    }),
  }),
];
