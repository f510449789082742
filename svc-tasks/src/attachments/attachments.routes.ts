import { type Language, pathIdSchema, uploadResponseSchema } from '@obieg/contracts';
import { defineRoute, fileBodySchema, idempotencyHeaders, problem, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { taskParams } from '../tasks/task-params';
import { deleteAttachment } from './delete-attachment';
import { openAttachment } from './download-attachment';
import { fileField } from './receive-file';
import { type AttachmentDependencies, uploadAttachment } from './upload-attachment';

/** An invalid id is a form error (spec 3 §5). @throws 422, unlike the 404 of other paths */
const parseTaskId = (text: string, language: Language): number => {
  const parsed = pathIdSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw problem.validation([{ field: 'publicTaskId', message: translate(language, 'taskIdRequired') }]);
};

const attachmentParams = taskParams.extend({ attachmentId: pathIdSchema });

export const attachmentRoutes = (dependencies: AttachmentDependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/tasks/:publicTaskId/attachments',
    operationId: 'uploadAttachment',
    summary: 'Attaches a file; the Idempotency-Key header makes retries safe (spec 3 §7)',
    access: 'signed-in',
    params: z.object({ publicTaskId: z.string().max(32) }),
    headers: idempotencyHeaders,
    uploads: fileField,
    responses: { 201: uploadResponseSchema },
    handler: async (request) => ({
      status: 201,
      body: {
        success: true,
        message: '',
        attachment: await uploadAttachment(
          dependencies,
          callerOf(request),
          parseTaskId(request.params.publicTaskId, request.language),
          {
            incoming: request.incoming,
            findActorNow: request.findActorNow,
            signal: request.makeSignal(),
            idempotencyKey: request.headers['idempotency-key'],
            log: request.log,
          },
        ),
      },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/attachments/:attachmentId/download',
    operationId: 'downloadAttachment',
    summary: 'Downloads an attachment under its original name (spec 3 §7)',
    access: 'anyone',
    params: attachmentParams,
    responses: { 200: fileBodySchema },
    handler: async (request) => ({
      status: 200,
      ...(await openAttachment(dependencies, callerOf(request), request.params, request.log)),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/tasks/:publicTaskId/attachments/:attachmentId',
    operationId: 'deleteAttachment',
    summary: 'Deletes an attachment with its file; for its uploader and for OPERATOR',
    access: 'signed-in',
    params: attachmentParams,
    responses: { 204: null },
    handler: async (request) => {
      await deleteAttachment(dependencies, callerOf(request), request.params, request.log);
      return { status: 204 };
    },
  }),
];
