import {
  addTaskLinkResponseSchema,
  addTaskLinkSchema,
  pathIdSchema,
  taskLinksResponseSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { taskParams } from '../tasks/task-params';
import { readTaskPart } from '../tasks/task-parts';
import { addLink } from './add-link';
import { linksPart } from './list-links';
import { removeLink } from './remove-link';

const linkParams = taskParams.extend({ linkId: pathIdSchema });

export const linkRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/links',
    operationId: 'listTaskLinks',
    summary: 'Lists the links to tasks that the caller may see; empty for visitors',
    access: 'anyone',
    authorizesInTransaction: true,
    params: taskParams,
    responses: { 200: taskLinksResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        success: true,
        links: await readTaskPart(db, linksPart, {
          caller: callerOf(request),
          ...request.params,
          afterId: 0,
        }),
      },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/tasks/:publicTaskId/links',
    operationId: 'addTaskLink',
    summary: 'Links a task to another one; 200 if the link exists; requires OPERATOR or the assignee',
    access: 'signed-in',
    params: taskParams,
    body: addTaskLinkSchema,
    responses: { 200: addTaskLinkResponseSchema, 201: addTaskLinkResponseSchema },
    handler: async (request) => {
      const { link, isNew } = await addLink(db, callerOf(request), request.params.publicTaskId, request.body);
      return { status: isNew ? 201 : 200, body: { success: true, message: '', link } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/tasks/:publicTaskId/links/:linkId',
    operationId: 'removeTaskLink',
    summary: 'Removes a link of a task; requires OPERATOR or the assignee',
    access: 'signed-in',
    params: linkParams,
    responses: { 204: null },
    handler: async (request) => {
      await removeLink(db, callerOf(request), request.params.publicTaskId, request.params.linkId);
      return { status: 204 };
    },
  }),
];
