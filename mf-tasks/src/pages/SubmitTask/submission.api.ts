import type { CreateTask, CreateTaskResponse, PublicParameter } from '@obieg/contracts';
import { http, readBody, readItems, sharedKeys } from '@obieg/web-kit';

export const questionnaireKey = sharedKeys.questionnaire;

export const fetchQuestionnaire = async (): Promise<PublicParameter[]> =>
  readItems(await http.get<PublicParameter[]>('/workflow-parameters/public'));

/** Creates a task. Repeating the call with the same idempotency key creates no second task. */
export const createTask = async (task: CreateTask, idempotencyKey: string): Promise<CreateTaskResponse> =>
  readBody(
    await http.post<CreateTaskResponse>('/tasks', task, { headers: { 'Idempotency-Key': idempotencyKey } }),
    'publicTaskId',
  );
