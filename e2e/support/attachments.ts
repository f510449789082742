import {
  type Attachment,
  attachmentSchema,
  type TaskListResponse,
  type TaskResponse,
} from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Locator, Page } from '@playwright/test';
import { addSession, fetchSession } from './people';
import { expect, type Product } from './product';
import { submitTask } from './tasks';

const olga = 'olga@acme.test';
export const picture = {
  name: 'plan.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
/** Creates a text file. */
export const textFile = (name: string, content: string | Buffer = 'Zażółć gęślą jaźń') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

const fetchAsOlga = async <T>(product: Product, path: string): Promise<T> => {
  const address = product.gatewayUrl('acme');
  const { token } = await fetchSession(address, olga);
  const { status, body } = await requestSite('GET', `${address}/api${path}`, { token });
  expect(status).toBe(200);
  return body as T;
};
/** Finds a task's number by its title. */
export const findTaskNumber = async (product: Product, title: string): Promise<number> => {
  const { tasks } = await fetchAsOlga<TaskListResponse>(
    product,
    `/tasks?search=${encodeURIComponent(title)}`,
  );
  const found = tasks.find((task) => task.title === title);
  if (!found) throw new Error(`no task ${title}`);
  return found.publicTaskId;
};
/** Fetches the attachments that the server has for a task. */
export const fetchAttachments = async (product: Product, id: number): Promise<Attachment[]> =>
  (await fetchAsOlga<TaskResponse>(product, `/tasks/${id}`)).task.attachments.map((one) =>
    attachmentSchema.parse(one),
  );

/** Opens a demo task as an operator. @returns its number */
export const openDemoTask = async (product: Product, page: Page, title: string): Promise<number> => {
  const address = product.gatewayUrl('acme');
  const id = await findTaskNumber(product, title);
  await addSession(page.context(), address, olga);
  await page.goto(`${address}/task/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return id;
};
/** The attachments card of the task page. */
export const attachmentsCard = (page: Page): Locator => page.getByRole('region', { name: 'Załączniki' });
export const attachmentRows = (page: Page): Locator =>
  attachmentsCard(page).getByRole('list', { name: 'Załączniki' }).getByRole('listitem');
/** Uploads in progress and refused files. */
export const uploadRows = (page: Page): Locator =>
  attachmentsCard(page).getByRole('list', { name: 'Przesyłane pliki' }).getByRole('listitem');
/** Selects files in the file dialog. */
export const chooseFiles = async (
  page: Page,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await attachmentsCard(page).getByRole('button', { name: 'Wybierz pliki' }).click();
  await (await chooser).setFiles(files as never);
};

/** Submits and opens a task without files. @returns its number */
export const openNewTask = async (product: Product, page: Page): Promise<number> => {
  const address = product.gatewayUrl('acme');
  const id = await submitTask(product, { title: 'Zdjęcia w załączeniu' });
  await addSession(page.context(), address, olga);
  await page.goto(`${address}/task/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Zdjęcia w załączeniu' })).toBeVisible();
  return id;
};
