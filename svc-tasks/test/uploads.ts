import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { withOrganization } from '@obieg/service-kit';
import { expect } from 'vitest';
import type { Acme } from './acme';
import { multipart, multipartType, png } from './files';

export const attachmentsPath = (task: number): string => `/api/tasks/${task}/attachments`;
export const downloadPath = (task: number, attachment: number): string =>
  `${attachmentsPath(task)}/${attachment}/download`;

/** Sends a body as an upload. */
export const sendUpload = (
  { tasks, acme }: Acme,
  task: number,
  rawBody: Buffer,
  token?: string,
  headers: Record<string, string> = {},
) =>
  tasks.request('POST', attachmentsPath(task), {
    organization: acme,
    token,
    rawBody,
    headers: { 'content-type': multipartType, ...headers },
  });

export const uploadFile = (
  house: Acme,
  task: number,
  filename: string,
  content: Buffer = png,
  token: string | undefined = house.tokens.member,
  headers: Record<string, string> = {},
) => sendUpload(house, task, multipart({ filename, content }), token, headers);

/** Every file below the store's folder, also those on their way in. */
export const storedFiles = async ({ tasks }: Acme): Promise<string[]> => {
  const entries = await readdir(tasks.filesFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Objects that are attached to a task, and uploads that have not come to an end, of every organization. */
export const recordedObjects = async ({ tasks, acme, globex }: Acme) => {
  const names = { attached: [] as string[], unfinished: [] as string[] };
  for (const { id } of [acme, globex])
    await withOrganization(tasks.db, id, async (tx) => {
      names.attached.push(...(await tx('attachments').pluck<string[]>('object_name')));
      names.unfinished.push(...(await tx('unfinished_uploads').pluck<string[]>('object_name')));
    });
  return names;
};

export const expectNoOrphan = async (house: Acme): Promise<void> => {
  const { attached, unfinished } = await recordedObjects(house);
  expect({ files: (await storedFiles(house)).length, unfinished }).toEqual({
    files: attached.length,
    unfinished: [],
  });
};
