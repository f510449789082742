import type { CreateTask, CreateTaskResponse, PublicParameter, SendCodeResponse } from '@obieg/contracts';
import { http } from '@obieg/web-kit';

export const questionnaireKey = ['questionnaire'];

export const fetchQuestionnaire = async (): Promise<PublicParameter[]> =>
  (await http.get<PublicParameter[]>('/workflow-parameters/public')).data;

/** Sending again with the same key makes no second task. */
export const createTask = async (task: CreateTask, idempotencyKey: string): Promise<CreateTaskResponse> =>
  (await http.post<CreateTaskResponse>('/tasks', task, { headers: { 'Idempotency-Key': idempotencyKey } }))
    .data;

export const sendVerificationCode = async (email: string): Promise<SendCodeResponse> =>
  (await http.post<SendCodeResponse>('/email-verification/send-code', { email })).data;
