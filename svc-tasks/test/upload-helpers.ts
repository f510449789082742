import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withOrganization } from '@obieg/service-kit';
import { expect } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import type { Fixture } from './fixture';

export const attachmentsPath = (task: number): string => `/api/tasks/${task}/attachments`;
export const downloadPath = (task: number, attachment: number): string =>
  `${attachmentsPath(task)}/${attachment}/download`;

/** Sends a raw multipart body to the upload endpoint. */
export const sendUpload = (
  { service, acme }: Fixture,
  task: number,
  rawBody: Buffer,
  token?: string,
  headers: Record<string, string> = {},
) =>
  service.request('POST', attachmentsPath(task), {
    organization: acme,
    token,
    rawBody,
    headers: { 'content-type': multipartType, ...headers },
  });

export const uploadFile = (
  fixture: Fixture,
  task: number,
  filename: string,
  content: Buffer = png,
  token: string | undefined = fixture.tokens.member,
  headers: Record<string, string> = {},
) => sendUpload(fixture, task, buildMultipart({ filename, content }), token, headers);

/** Lists all files of the store's folder, including incoming ones. */
export const listStoredFiles = async ({ service }: Fixture): Promise<string[]> => {
  const entries = await readdir(service.filesFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Lists the object names of attachments and of unfinished uploads, for both organizations. */
export const listRecordedObjects = async ({ service, acme, globex }: Fixture) => {
  const names = { attached: [] as string[], unfinished: [] as string[] };
  for (const { id } of [acme, globex])
    await withOrganization(service.db, id, async (tx) => {
      names.attached.push(...(await tx('attachments').pluck<string[]>('object_name')));
      names.unfinished.push(...(await tx('unfinished_uploads').pluck<string[]>('object_name')));
    });
  return names;
};

export const expectNoOrphanedFile = async (fixture: Fixture): Promise<void> => {
  const { attached, unfinished } = await listRecordedObjects(fixture);
  expect({ files: (await listStoredFiles(fixture)).length, unfinished }).toEqual({
    files: attached.length,
    unfinished: [],
  });
};
