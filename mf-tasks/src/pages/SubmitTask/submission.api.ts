import type { CreateTask, CreateTaskResponse, PublicParameter } from '@obieg/contracts';
import { http, queryOptions, readBody, readItems, sharedKeys } from '@obieg/web-kit';

export const questionnaireKey = sharedKeys.questionnaire;

const fetchQuestionnaire = async (): Promise<PublicParameter[]> =>
  readItems(await http.get<PublicParameter[]>('/workflow-parameters/public'));

export const questionnaireQuery = queryOptions({
  queryKey: questionnaireKey,
  queryFn: fetchQuestionnaire,
  // A refetch during the wizard could remove questions that the user has already answered.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Creates a task. Repeating the call with the same idempotency key creates no second task. */
export const createTask = async (task: CreateTask, idempotencyKey: string): Promise<CreateTaskResponse> =>
  readBody(
    await http.post<CreateTaskResponse>('/tasks', task, { headers: { 'Idempotency-Key': idempotencyKey } }),
    'publicTaskId',
  );
