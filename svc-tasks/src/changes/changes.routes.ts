import {
  changePrioritySchema,
  editableParametersResponseSchema,
  editTaskResponseSchema,
  editTaskSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, entityTagOf, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { defineTaskChange } from '../tasks/task-change-route';
import { taskParams } from '../tasks/task-params';
import { changePriority } from './change-priority';
import { deleteTask } from './delete-task';
import { editTask } from './edit-task';
import { listEditableParameters } from './list-editable-parameters';

export const changeRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'PUT',
    path: '/api/tasks/:publicTaskId',
    operationId: 'editTask',
    summary: 'Edits a task; 412 if If-Match is not its current ETag (spec 3 §7)',
    access: 'signed-in',
    params: taskParams,
    headers: ifMatchHeaders,
    body: editTaskSchema,
    responses: { 200: editTaskResponseSchema },
    handler: async (request) => {
      const { params, body, header } = request;
      const saved = await editTask(db, callerOf(request), params.publicTaskId, body, header('if-match'));
      return { status: 200, body: { success: true, message: '' }, headers: { etag: entityTagOf(saved) } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/parameters',
    operationId: 'listEditableParameters',
    summary: 'Lists the questions whose answers an edit may correct; requires OPERATOR',
    access: 'signed-in',
    params: taskParams,
    responses: { 200: editableParametersResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        success: true,
        parameters: await listEditableParameters(db, callerOf(request), request.params.publicTaskId),
      },
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/tasks/:publicTaskId',
    operationId: 'deleteTask',
    summary: 'Deletes a task (spec 3 §7)',
    access: 'signed-in',
    params: taskParams,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await deleteTask(db, callerOf(request), request.params.publicTaskId, request.header('if-match'));
      return { status: 204 };
    },
  }),
  defineTaskChange(db, {
    path: '/api/tasks/:publicTaskId/priority',
    operationId: 'changePriority',
    summary: 'Changes the priority of a task (spec 3 §7)',
    body: changePrioritySchema,
    change: changePriority,
  }),
];
