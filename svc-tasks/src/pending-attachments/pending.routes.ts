import {
  pendingAttachmentIdSchema,
  pendingUploadResponseSchema,
  uploadSecretHeader,
  uploadSecretSchema,
} from '@obieg/contracts';
import { defineRoute, type Route, toLimitKey, toNetworkKey } from '@obieg/service-kit';
import * as z from 'zod';
import { fileField } from '../attachments/receive-file';
import type { PendingDependencies } from './pending.dependencies';
import { receivePendingFile } from './receive-pending';
import { removePendingFile } from './remove-pending';

/** There is no route that reads or lists these files. */
export const pendingAttachmentRoutes = (dependencies: PendingDependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/tasks/new/attachments',
    operationId: 'uploadPendingAttachment',
    summary: 'Uploads a file for a submission that is not sent yet; the first file issues the secret',
    access: 'anyone',
    headers: z.object({ [uploadSecretHeader]: uploadSecretSchema.optional() }),
    uploads: fileField,
    responses: { 201: pendingUploadResponseSchema },
    handler: async (request) => {
      const upload = {
        organizationId: request.organization.id,
        principal: toLimitKey(request.ip),
        network: toNetworkKey(request.ip),
        language: request.language,
        incoming: request.incoming,
        secret: request.headers[uploadSecretHeader],
        signal: request.makeSignal(),
        log: request.log,
      };
      try {
        const stored = await receivePendingFile(dependencies, upload);
        dependencies.metrics.count('stored');
        return { status: 201, body: { success: true, message: '', ...stored } };
      } catch (error) {
        dependencies.metrics.count('rejected');
        throw error;
      }
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/tasks/new/attachments/:id',
    operationId: 'removePendingAttachment',
    summary: 'Removes a file from a submission that is not sent yet',
    access: 'anyone',
    params: z.object({ id: pendingAttachmentIdSchema }),
    headers: z.object({ [uploadSecretHeader]: uploadSecretSchema }),
    responses: { 204: null },
    handler: async (request) => {
      await removePendingFile(dependencies, {
        organizationId: request.organization.id,
        id: request.params.id,
        secret: request.headers[uploadSecretHeader],
        language: request.language,
        log: request.log,
      });
      dependencies.metrics.count('removed');
      return { status: 204 };
    },
  }),
];
