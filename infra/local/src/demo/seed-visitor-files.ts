import {
  type CreateTaskResponse,
  type PendingUploadResponse,
  type SendCodeResponse,
  uploadSecretHeader,
} from '@obieg/contracts';
import { type DemoClient, waitFor } from './demo-client';
import type { DemoFile } from './demo-files';
import { buildUpload } from './demo-upload';

/** Uploads the files of a visitor's submission. @returns the secret for the submission; undefined without files */
export const uploadVisitorFiles = async (
  site: DemoClient,
  files: readonly DemoFile[] = [],
): Promise<string | undefined> => {
  let secret: string | undefined;
  for (const file of files) {
    const { headers, body } = buildUpload(file);
    const response = await site.call<PendingUploadResponse>('POST', '/api/tasks/new/attachments', {
      headers: { ...headers, ...(secret === undefined ? {} : { [uploadSecretHeader]: secret }) },
      body,
    });
    secret = response.uploadSecret;
  }
  return secret;
};

/** Verification code of the newest mail to an address. Its subject starts with the code. */
const findCode = async (inboxUrl: string, email: string): Promise<string | undefined> => {
  const { messages } = (await (await fetch(`${inboxUrl}/api/v1/messages?limit=200`)).json()) as {
    messages: { Subject: string; To: { Address: string }[] }[];
  };
  const mail = messages.find(
    ({ Subject, To }) => /^\d{6}/.test(Subject) && To.some(({ Address }) => Address === email),
  );
  return mail?.Subject.slice(0, 6);
};

/** Confirms a visitor's task by the mailed code, so that its files become attachments. */
export const confirmTask = async (
  site: DemoClient,
  inboxUrl: string,
  email: string,
  { publicTaskId, pendingFileNames: fileNames = [] }: CreateTaskResponse,
): Promise<void> => {
  const { token } = await site.call<SendCodeResponse>('POST', '/api/email-verification/send-code', {
    body: { email, task: { publicTaskId, fileNames } },
  });
  const code = await waitFor(`a code for ${email}`, () => findCode(inboxUrl, email));
  await site.call('POST', '/api/email-verification/verify-with-token', { body: { token, code } });
};
