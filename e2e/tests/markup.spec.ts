import type {
  CreateTaskResponse,
  Group,
  StatusTransition,
  WorkflowParameter,
  WorkflowStatus,
} from '@obieg/contracts';
import type { Page } from '@playwright/test';
import { createOrganization, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, type Product, test } from '../support/product';
import { activity, fact } from '../support/task-page';
import { chooseOption, expectQuestion, goToDetails } from '../support/wizard';

/** Short enough for every name field. Each part would have an effect if it were interpreted. */
const markup = (name: string): string => `${name} <img src=x onerror="document.title='broken'"> {{x}} $t(x)`;

const names = {
  group: markup('Grupa'),
  question: markup('Pytanie'),
  help: markup('Pomoc'),
  value: markup('Wartość'),
  status: markup('Stan'),
  transition: markup('Ruch'),
  transitionHelp: markup('Opis ruchu'),
  title: markup('Tytuł'),
  comment: markup('Komentarz'),
};

/** Creates an organization whose every name contains markup. */
const createMarkupOrganization = async (product: Product, codeName: string) => {
  const { id, address, call } = await createOrganization(product, codeName);
  const send = async <T>(path: string, body: object, method = 'POST'): Promise<T> => {
    const response = await call<T>(method, path, { body });
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body;
  };
  const organizationName = markup(`Firma ${codeName}`);
  await send(`/organizations/${id}`, { name: organizationName, codeName }, 'PUT');
  const group = await send<Group>('/groups', { name: names.group, description: names.help });
  const parameter = await send<WorkflowParameter>('/workflow-parameters', {
    parameterName: 'rodzaj',
    displayName: names.question,
    description: names.help,
    parameterType: 'DICTIONARY',
    parameterStage: 'ALWAYS',
    sortOrder: 0,
    dictionaryValues: [{ value: names.value, sortOrder: 0 }],
  });
  const statuses = (await call<WorkflowStatus[]>('GET', '/workflow-status')).body;
  const initial = statuses.find(({ statusType }) => statusType === 'INITIAL');
  await send(`/workflow-status/${initial?.id}`, { name: names.status, statusType: 'INITIAL' }, 'PUT');
  const body = {
    name: names.transition,
    description: names.transitionHelp,
    fromStatusId: initial?.id,
    toStatusId: initial?.id,
    targetGroupId: group.id,
    executorGroupIds: [],
    requiredParameters: [{ parameterId: parameter.id, isMandatory: true }],
  };
  let transitionId = 0;
  await expect
    .poll(async () => {
      const response = await call<StatusTransition>('POST', '/status-transitions', { body });
      transitionId = response.body.id;
      return response.status;
    }, 'svc-workflow has received the group')
    .toBe(201);
  return { address, organizationName, call, send, group, parameter, transitionId, statusId: initial?.id };
};

/** Expects that the markup appears as text and did not run. */
const expectOnlyText = async (page: Page, ...texts: readonly string[]): Promise<void> => {
  for (const text of texts)
    await expect(page.getByText(text).and(page.locator(':visible')).first()).toBeVisible();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await page.title()).not.toBe('broken');
};

test.describe('Markup in names of an organization', () => {
  test('appears as text in submission, task work and administration', async ({ context, page, product }) => {
    const { address, organizationName, call, send, group, parameter, transitionId, statusId } =
      await createMarkupOrganization(product, 'znaki');
    await addSession(context, address, superAdministrator);
    await expect
      .poll(async () => {
        const body = { title: names.title, workflowParameters: { [parameter.id]: names.value } };
        return (await call<CreateTaskResponse>('POST', '/tasks', { body })).status;
      }, 'svc-tasks has received the questions')
      .toBe(201);

    await page.goto(`${address}/submit-task`);
    await expectQuestion(page, names.question);
    await expectOnlyText(page, organizationName, names.help, names.value);
    await chooseOption(page, names.value);
    await expectOnlyText(page, names.question, names.value);
    await goToDetails(page);
    await expectOnlyText(page, names.value, names.group);
    await page.getByLabel('Tytuł').fill(names.title);
    await page.getByLabel('Opis').fill(names.help);
    await page.getByLabel('Przypisz do grupy').selectOption({ label: names.group });
    await page.getByRole('checkbox', { name: names.group }).check();
    await page.getByRole('button', { name: 'Utwórz zadanie' }).click();
    await page.getByRole('link', { name: 'Przejdź do zadania' }).click();

    await expect(page.getByRole('heading', { level: 1, name: names.title })).toBeVisible();
    await expectOnlyText(page, names.status, names.help);
    await expect(fact(page, 'Przypisanie')).toContainText(names.group);
    await expect(fact(page, 'Widoczne dla grup')).toContainText(names.group);
    await expect(fact(page, names.question)).toContainText(names.value);
    await expect(activity(page).first()).toContainText(names.status);
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await send(`/tasks/${id}/comment`, { content: names.comment, visibleGroupIds: [group.id] });
    await page.getByRole('button', { name: 'Odśwież' }).click();
    await expect(activity(page).filter({ hasText: names.comment })).toContainText(names.group);
    await page.getByRole('button', { name: names.transition }).click();
    const dialog = page.getByRole('dialog', { name: names.transition });
    await expect(dialog.getByLabel(names.question).getByRole('option')).toHaveText([/./, names.value]);
    await dialog.getByRole('button', { name: 'Wykonaj przejście' }).click();
    await expect(dialog).toBeHidden();
    await expectOnlyText(page, names.status);
    await expect(page).toHaveTitle(/Zadanie #/);

    await page.goto(`${address}/tasks`);
    await page.getByRole('checkbox', { name: 'Przypisane do mnie' }).uncheck();
    await expectOnlyText(page, names.title, names.status);
    for (const [path, texts] of [
      ['dashboard', [names.title]],
      ['groups', [names.group]],
      [`groups/${group.id}`, [names.group, names.help]],
      ['workflow-parameters', [names.question]],
      [`workflow-parameters/${parameter.id}`, [names.question, names.value]],
      ['workflow-statuses', [names.status]],
      [`workflow-statuses/${statusId}`, [names.status]],
      ['status-transitions', [names.transition, names.status]],
      [`status-transitions/${transitionId}`, [names.transition, names.transitionHelp]],
      ['organizations?search=znaki', [organizationName]],
    ] as const) {
      await page.goto(`${address}/${path}`);
      await expectOnlyText(page, ...texts);
    }
  });
});
