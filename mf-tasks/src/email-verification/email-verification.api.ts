import type { ConfirmedTask, SendCodeResponse } from '@obieg/contracts';
import { http } from '@obieg/web-kit';

/** Mails a code that confirms the task and attaches its waiting files. */
export const sendVerificationCode = async (email: string, task: ConfirmedTask): Promise<SendCodeResponse> =>
  (await http.post<SendCodeResponse>('/email-verification/send-code', { email, task })).data;
