import {
  pathIdSchema,
  type SavedTaskView,
  saveTaskViewSchema,
  taskViewResponseSchema,
  taskViewsResponseSchema,
} from '@obieg/contracts';
import {
  creationOf,
  type Database,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../callers/caller';
import { changeView, createView, deleteView, listViews } from './views.service';

const access = { permission: 'BASE' } as const;
const viewParams = z.object({ viewId: pathIdSchema });

const respondWith = (view: SavedTaskView) => ({
  body: { success: true, message: '', view },
  headers: { etag: entityTagOf(view) },
});

export const viewRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/task-views',
    operationId: 'listTaskViews',
    summary: "Lists the caller's saved views of the task list and the shared ones, by name",
    access,
    responses: { 200: taskViewsResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: { success: true, views: await listViews(db, callerOf(request)) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/task-views',
    operationId: 'createTaskView',
    summary: 'Saves a view; sharing it needs OPERATOR; 409 at the maximum number of views',
    access,
    headers: idempotencyHeaders,
    body: saveTaskViewSchema,
    responses: { 201: taskViewResponseSchema },
    handler: async (request) => ({
      status: 201,
      ...respondWith(
        await createView(db, callerOf(request), request.body, creationOf(request, 'createTaskView')),
      ),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/task-views/:viewId',
    operationId: 'changeTaskView',
    summary: 'Replaces a view; a shared one needs OPERATOR; 412 if If-Match is not its current revision',
    access,
    params: viewParams,
    headers: ifMatchHeaders,
    body: saveTaskViewSchema,
    responses: { 200: taskViewResponseSchema },
    handler: async (request) => {
      const reference = { ...request.params, ifMatch: request.header('if-match') };
      return {
        status: 200,
        ...respondWith(await changeView(db, callerOf(request), reference, request.body)),
      };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/task-views/:viewId',
    operationId: 'deleteTaskView',
    summary: 'Deletes a view; a shared one needs OPERATOR; 412 if If-Match is not its current revision',
    access,
    params: viewParams,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      const reference = { ...request.params, ifMatch: request.header('if-match') };
      await deleteView(db, callerOf(request), reference);
      return { status: 204 };
    },
  }),
];
