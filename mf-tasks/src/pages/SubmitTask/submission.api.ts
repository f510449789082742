import type {
  ConfirmedTask,
  CreateTask,
  CreateTaskResponse,
  PublicParameter,
  SendCodeResponse,
} from '@obieg/contracts';
import { http, readBody, readItems } from '@obieg/web-kit';

export const questionnaireKey = ['questionnaire'];

export const fetchQuestionnaire = async (): Promise<PublicParameter[]> =>
  readItems(await http.get<PublicParameter[]>('/workflow-parameters/public'));

/** Creates a task. Repeating the call with the same idempotency key creates no second task. */
export const createTask = async (task: CreateTask, idempotencyKey: string): Promise<CreateTaskResponse> =>
  readBody(
    await http.post<CreateTaskResponse>('/tasks', task, { headers: { 'Idempotency-Key': idempotencyKey } }),
    'publicTaskId',
  );

/** Mails a code that confirms the task and attaches its waiting files. */
export const sendVerificationCode = async (email: string, task: ConfirmedTask): Promise<SendCodeResponse> =>
  (await http.post<SendCodeResponse>('/email-verification/send-code', { email, task })).data;
