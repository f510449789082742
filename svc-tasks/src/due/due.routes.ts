import { changeDueDateSchema } from '@obieg/contracts';
import type { Database, Route } from '@obieg/service-kit';
import { defineTaskChange } from '../tasks/task-change-route';
import { changeDueDate } from './change-due-date';

export const dueRoutes = (db: Database): Route[] => [
  defineTaskChange(db, {
    path: '/api/tasks/:publicTaskId/due',
    operationId: 'changeDueDate',
    summary: 'Sets or removes the due date of a task; requires OPERATOR or the assignee',
    body: changeDueDateSchema,
    change: changeDueDate,
  }),
];
