import { uploadSecretHeader } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import type { TestService } from '@obieg/service-kit/testing';
import { expect } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import type { Fixture } from './fixture';
import type { TestOrganization } from './tasks-service';
import { listRecordedObjects, listStoredFiles } from './upload-helpers';

export const pendingPath = '/api/tasks/new/attachments';

interface PendingRequest {
  filename?: string;
  content?: Buffer;
  secret?: string | undefined;
  /** Client address that the gateway reports. */
  address?: string;
  token?: string | undefined;
  organization?: TestOrganization;
  instance?: Pick<TestService, 'request'>;
}

const headersOf = (secret: string | undefined, address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  ...(secret === undefined ? {} : { [uploadSecretHeader]: secret }),
});

export const defaultAddress = '203.0.113.7';

/** Uploads a file for a submission, as a visitor unless there is a token. */
export const uploadPending = (
  fixture: Fixture,
  {
    filename = 'a.png',
    content = png,
    secret,
    address = defaultAddress,
    token,
    organization = fixture.acme,
    instance = fixture.service,
  }: PendingRequest = {},
) =>
  instance.request('POST', pendingPath, {
    organization,
    token,
    rawBody: buildMultipart({ filename, content }),
    headers: { 'content-type': multipartType, ...headersOf(secret, address) },
  });

export const removePending = (
  fixture: Fixture,
  id: string,
  {
    secret,
    address = defaultAddress,
    organization = fixture.acme,
    instance = fixture.service,
  }: PendingRequest,
) =>
  instance.request('DELETE', `${pendingPath}/${id}`, { organization, headers: headersOf(secret, address) });

/** Uploads a file and submits a task with it. @returns the task's number and the secret */
export const submitWithFile = async (fixture: Fixture, email: string, more: object = {}) => {
  const { uploadSecret } = (await uploadPending(fixture)).body;
  const task = await fixture.submit({ createdByEmail: email, uploadSecret, ...more });
  return { task, uploadSecret: uploadSecret as string };
};

interface Verification {
  organization?: TestOrganization;
  userId?: number;
  /** The task for which the verification was requested, with the files that its mail named. */
  task?: { publicTaskId: number; fileNames: string[] } | undefined;
}

/** Applies the event of a verified address. Without a task, it is a sign-in by code. */
export const verifyEmail = (
  { service, acme }: Fixture,
  email: string,
  { organization = acme, userId = 70, task }: Verification = {},
) =>
  service.applyEvent(
    'obieg.identity.email.verified',
    { organizationId: organization.id, userId, email, verifiedAt: new Date().toISOString(), task },
    userId,
  );

/** Applies the event of a verification that was requested for a task. */
export const confirmTask = (
  fixture: Fixture,
  email: string,
  publicTaskId: number,
  fileNames = ['a.png'],
  more: Omit<Verification, 'task'> = {},
) => verifyEmail(fixture, email, { ...more, task: { publicTaskId, fileNames } });

export const listAttachments = async ({ call, tokens }: Fixture, task: number, token = tokens.operator) =>
  (await call('GET', `/api/tasks/${task}`, token)).body.task.attachments as {
    id: number;
    originalFilename: string;
    uploadedByEmail: string;
  }[];

/** Counts the rows of both organizations. */
export const countPending = async ({ service, acme, globex }: Fixture) => {
  const count = { submissions: 0, files: 0 };
  for (const { id } of [acme, globex])
    await withOrganization(service.db, id, async (tx) => {
      count.submissions += (await tx('pending_submissions').pluck('secret_hash')).length;
      count.files += (await tx('pending_attachments').pluck('id')).length;
    });
  return count;
};

/** Makes all submissions of acme older. */
export const age = ({ service, acme }: Fixture, minutes: number): Promise<void> =>
  withOrganization(service.db, acme.id, async (tx) => {
    const before = `now() - interval '${minutes} minutes'`;
    await tx('pending_submissions').update({
      created_at: tx.raw(before),
      submitted_at: tx.raw(`case when submitted_at is null then null else ${before} end`),
    });
  });

/** Each file of the store belongs to an attachment or to a file of a submission. */
export const expectNoOrphan = async (fixture: Fixture): Promise<void> => {
  const { attached, unfinished } = await listRecordedObjects(fixture);
  const { files } = await countPending(fixture);
  expect({ stored: (await listStoredFiles(fixture)).length, unfinished }).toEqual({
    stored: attached.length + files,
    unfinished: [],
  });
};
