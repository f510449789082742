import {
  addCommentSchema,
  commentsResponseSchema,
  createTaskResponseSchema,
  createTaskSchema,
  pathIdSchema,
  runTransitionSchema,
  statusHistoryResponseSchema,
  taskListQuerySchema,
  taskListResponseSchema,
  taskResponseSchema,
  transitionOptionsResponseSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import { createComments } from '../comments/comments.service';
import { createTransitions } from '../transitions/transitions.service';
import { submitTask } from './submit-task';
import { createTasks } from './tasks.service';

const params = z.object({ publicTaskId: pathIdSchema });

const taskRoutes = (db: Database): Route[] => {
  const tasks = createTasks(db);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/tasks',
      operationId: 'listTasks',
      summary: 'Tasks that the caller may see, newest first (spec 3 §7)',
      access: 'signed-in',
      query: taskListQuerySchema,
      responses: { 200: taskListResponseSchema },
      handler: async ({ organization, actor, query }) => ({
        status: 200,
        body: await tasks.list(organization.id, actor, query),
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/tasks',
      operationId: 'submitTask',
      summary: 'Submits a task; the Idempotency-Key header makes a repetition harmless (spec 3 §7)',
      access: 'anyone',
      body: createTaskSchema,
      responses: { 201: createTaskResponseSchema },
      handler: async ({ organization, actor, body, header, traceparent }) => ({
        status: 201,
        body: await submitTask(db, {
          organizationId: organization.id,
          actor,
          input: body,
          idempotencyKey: header('idempotency-key'),
          traceparent,
        }),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/tasks/:publicTaskId',
      operationId: 'getTask',
      summary: 'Shows a task as the caller may see it (spec 3 §7)',
      access: 'anyone',
      params,
      responses: { 200: taskResponseSchema },
      handler: async ({ organization, actor, params: { publicTaskId } }) => {
        const { task, revision } = await tasks.get(organization.id, publicTaskId, actor);
        return {
          status: 200,
          body: { success: true, message: '', task },
          headers: { etag: `"${revision}"` },
        };
      },
    }),
  ];
};

const transitionRoutes = (db: Database): Route[] => {
  const transitions = createTransitions(db);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/tasks/:publicTaskId/transitions',
      operationId: 'listTaskTransitions',
      summary: 'Transitions offered to the caller; none to visitors (spec 3 §7)',
      access: 'anyone',
      params,
      responses: { 200: transitionOptionsResponseSchema },
      handler: async ({ organization, actor, params: { publicTaskId } }) => ({
        status: 200,
        body: { success: true, transitions: await transitions.list(organization.id, publicTaskId, actor) },
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/tasks/:publicTaskId/transition',
      operationId: 'runTransition',
      summary: 'Moves the task; 409 when its status has moved on (spec 3 §7)',
      access: 'signed-in',
      params,
      body: runTransitionSchema,
      responses: { 200: taskResponseSchema },
      handler: async ({ organization, actor, params: { publicTaskId }, body, traceparent }) => ({
        status: 200,
        body: {
          success: true,
          message: '',
          task: await transitions.run({
            organizationId: organization.id,
            publicTaskId,
            actor,
            input: body,
            traceparent,
          }),
        },
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/tasks/:publicTaskId/status-history',
      operationId: 'listStatusHistory',
      summary: 'How the status changed (spec 3 §7)',
      access: 'anyone',
      params,
      responses: { 200: statusHistoryResponseSchema },
      handler: async ({ organization, actor, params: { publicTaskId } }) => ({
        status: 200,
        body: {
          success: true,
          statusHistory: await transitions.listHistory(organization.id, publicTaskId, actor),
        },
      }),
    }),
  ];
};

const commentRoutes = (db: Database): Route[] => {
  const comments = createComments(db);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/tasks/:publicTaskId/comments',
      operationId: 'listComments',
      summary: 'Comments that the caller may see (spec 3 §7)',
      access: 'anyone',
      params,
      responses: { 200: commentsResponseSchema },
      handler: async ({ organization, actor, params: { publicTaskId } }) => ({
        status: 200,
        body: { success: true, comments: await comments.list(organization.id, publicTaskId, actor) },
      }),
    }),
    defineRoute({
      method: 'POST',
      path: '/api/tasks/:publicTaskId/comment',
      operationId: 'addComment',
      summary: 'Adds a comment (spec 3 §7)',
      access: 'signed-in',
      params,
      body: addCommentSchema,
      responses: { 201: taskResponseSchema },
      handler: async ({ organization, actor, params: { publicTaskId }, body, traceparent }) => ({
        status: 201,
        body: {
          success: true,
          message: '',
          task: await comments.add({
            organizationId: organization.id,
            publicTaskId,
            actor,
            input: body,
            traceparent,
          }),
        },
      }),
    }),
  ];
};

export const routes = (db: Database): Route[] => [
  ...taskRoutes(db),
  ...transitionRoutes(db),
  ...commentRoutes(db),
];
