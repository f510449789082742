import { reserveTaskMissSchema, settleTaskMissSchema, taskMissReservationSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { reserveMiss, settleMiss } from './task-misses.repo';

/** The shared count of unknown task numbers. Only gateways call it. */
export const internalTaskMissRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/internal/task-misses/reserve',
    operationId: 'reserveTaskMiss',
    summary: "Reserves one of a client's unknown task numbers of the hour",
    access: 'anyone',
    site: 'any',
    body: reserveTaskMissSchema,
    responses: { 200: taskMissReservationSchema },
    handler: async ({ body: { max, ...guess } }) => ({
      status: 200,
      body: await reserveMiss(db, guess, max),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/internal/task-misses/settle',
    operationId: 'settleTaskMiss',
    summary: 'Counts or returns a reserved unknown task number',
    access: 'anyone',
    site: 'any',
    body: settleTaskMissSchema,
    responses: { 200: z.object({}) },
    handler: async ({ body: { isMiss, ...guess } }) => {
      await settleMiss(db, guess, isMiss);
      return { status: 200, body: {} };
    },
  }),
];
