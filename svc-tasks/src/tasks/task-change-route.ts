import { type Task, taskResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import type * as z from 'zod';
import { callerOf, type SignedInCaller } from '../callers/caller';
import { taskParams } from './task-params';

interface TaskChangeRoute<Body extends z.ZodType> {
  path: `/api/tasks/:publicTaskId/${string}`;
  operationId: string;
  summary: string;
  authorizesInTransaction?: true;
  body: Body;
  change(db: Database, caller: SignedInCaller, publicTaskId: number, body: z.output<Body>): Promise<Task>;
}

/** Declares a POST of an authenticated caller that changes one task and returns it. */
export const defineTaskChange = <Body extends z.ZodType>(
  db: Database,
  { change, ...route }: TaskChangeRoute<Body>,
): Route =>
  defineRoute({
    ...route,
    method: 'POST',
    access: 'signed-in',
    params: taskParams,
    responses: { 200: taskResponseSchema },
    handler: async (request) => {
      // TypeScript does not resolve the type of the validated body for a generic schema.
      const body = request.body as z.output<Body>;
      const task = await change(db, callerOf(request), request.params.publicTaskId, body);
      return { status: 200, body: { success: true, message: '', task } };
    },
  });
