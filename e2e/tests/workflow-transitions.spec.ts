import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { createOrganization, everywhere } from '../support/organizations';
import { enterAs } from '../support/people';
import { expect, test } from '../support/product';

type Organization = Awaited<ReturnType<typeof createOrganization>>;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const statusIn = (page: Page, name: string) => page.locator('.react-flow__node').filter({ hasText: name });
const nameIn = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Diagram' }).getByTitle(name, { exact: true });
const expectFits = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
};

/** Takes away what every new organization begins with. */
const removeWorkflow = async ({ call }: Organization): Promise<void> => {
  const { body: transitions } = await call<StatusTransition[]>('GET', '/status-transitions');
  for (const { id } of transitions) await call('DELETE', `/status-transitions/${id}`);
  const { body: statuses } = await call<WorkflowStatus[]>('GET', '/workflow-status');
  for (const { id } of statuses) expect((await call('DELETE', `/workflow-status/${id}`)).status).toBe(204);
};

/** On a phone the picture is behind a switch. */
const showDiagram = async (page: Page): Promise<void> => {
  const choice = page.getByText('Diagram', { exact: true });
  if (await choice.isVisible()) await choice.click();
};

const createStatus = async (page: Page, address: string, name: string, type: string): Promise<void> => {
  await page.goto(`${address}/workflow-statuses/new`);
  await page.getByLabel('Status Name').fill(name);
  await page.getByLabel('Status Type').selectOption(type);
  await save(page);
  await expect(heading(page, 'Statuses')).toBeVisible();
};

const draw = async (page: Page, from: string, to: string): Promise<void> => {
  const start = await statusIn(page, from).boundingBox();
  const end = await statusIn(page, to).boundingBox();
  if (!start || !end) throw new Error('not in sight');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
};

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a workflow built from nothing at ${viewport.width} pixels, drawn and opened in its picture`, async ({
    product,
    context,
    page,
  }) => {
    const organization = await createOrganization(product, `obieg${viewport.width}`);
    const { address, call } = organization;
    await removeWorkflow(organization);
    await call('POST', '/workflow-parameters', {
      body: {
        parameterName: 'pilne',
        displayName: 'Czy to pilne?',
        parameterType: 'BOOLEAN',
        parameterStage: 'ALWAYS',
        sortOrder: 0,
      },
    });
    await enterAs(context, address, everywhere);
    await page.setViewportSize(viewport);

    await page.goto(`${address}/status-transitions`);
    await expect(page.getByRole('link', { name: 'Create the first one' })).toBeVisible();
    await expectAccessible(page);
    await showDiagram(page);
    await page.getByRole('link', { name: 'Create a status' }).click();
    await expect(heading(page, 'Create Workflow Status')).toBeVisible();
    await createStatus(page, address, 'Nowe', 'INITIAL');
    await createStatus(page, address, 'W toku', 'INTERMEDIATE');
    await createStatus(page, address, 'Koniec', 'FINAL');

    await page.goto(`${address}/status-transitions`);
    await page.getByRole('link', { name: 'Create the first one' }).click();
    await expect(heading(page, 'Create Transition')).toBeVisible();
    await save(page);
    await expect(page.getByText('Transition name is required')).toBeVisible();
    await expect(page.getByText('To status is required')).toBeVisible();
    await expect(page.getByLabel('Transition Name')).toBeFocused();
    await expect(page.getByLabel('To Status').getByRole('option')).toHaveText([
      '-- Select a status --',
      'Nowe',
    ]);
    await expectAccessible(page);
    await expectFits(page);
    await page.getByLabel('Transition Name').fill('Zgłoś');
    await page.getByLabel('To Status').selectOption('Nowe');
    await save(page);
    await expect(page.getByRole('link', { name: 'Zgłoś', exact: true })).toBeVisible();

    await showDiagram(page);
    await draw(page, 'Nowe', 'W toku');
    await expect(page.getByLabel('From Status').locator('option:checked')).toHaveText('Nowe');
    await expect(page.getByLabel('To Status').locator('option:checked')).toHaveText('W toku');
    await page.getByLabel('Transition Name').fill('Zgłoś');
    await expect(page.getByText('Another transition has this name.')).toBeVisible();
    await page.getByLabel('Transition Name').fill('Zacznij');
    await expect(page.getByText('Another transition has this name.')).toBeHidden();
    await page.getByRole('button', { name: 'Add Condition' }).click();
    const condition = page
      .getByRole('group', { name: 'Parameter Conditions' })
      .getByRole('group', { name: '1.' });
    await condition.getByLabel('Parameter', { exact: true }).selectOption('Czy to pilne?');
    await condition.getByLabel('Condition Value').selectOption('Tak');
    await page.getByRole('button', { name: 'Add Required Parameter' }).click();
    const required = page
      .getByRole('group', { name: 'Required Parameters' })
      .getByRole('group', { name: '1.' });
    await required.getByLabel('Parameter', { exact: true }).selectOption('Czy to pilne?');
    await expectAccessible(page);
    await expectFits(page);
    await save(page);
    await expect(page.getByRole('link', { name: 'Zacznij', exact: true })).toBeVisible();

    // The start leads to INITIAL statuses only.
    await showDiagram(page);
    await draw(page, 'New task', 'Koniec');
    await expect(page).toHaveURL(/\/status-transitions$/);
    await statusIn(page, 'W toku').click();
    await expect(page.getByText('1 in, 0 out')).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await page.getByRole('link', { name: 'New transition from here' }).click();
    await page.getByLabel('Transition Name').fill('Zakończ');
    await page.getByLabel('To Status').selectOption('Koniec');
    await save(page);

    await expect(page.getByRole('link', { name: 'Zakończ', exact: true })).toBeVisible();
    await showDiagram(page);
    await statusIn(page, 'Koniec').click();
    await nameIn(page, 'Zakończ').click();
    await expect(heading(page, 'View Transition')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(page).toHaveURL(/\/edit$/);
    await page.getByLabel('Active').uncheck();
    await save(page);
    const row = page.getByRole('row').filter({ hasText: 'Zakończ' });
    await expect(row.getByText('No', { exact: true })).toBeVisible();
    await expectAccessible(page);

    await row.getByRole('button', { name: 'Delete Zakończ' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete Zakończ?' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete Transition' }).click();
    await expect(row).toBeHidden();

    const { body } = await call<StatusTransition[]>('GET', '/status-transitions');
    expect(body).toMatchObject([
      { name: 'Zgłoś', fromStatusId: null, toStatusName: 'Nowe', priorityOrder: 0, isActive: true },
      {
        name: 'Zacznij',
        fromStatusName: 'Nowe',
        toStatusName: 'W toku',
        parameterConditions: [{ conditionType: 'EQUALS', conditionValue: 'true' }],
        requiredParameters: [{ isMandatory: true, defaultValue: null }],
      },
    ]);
  });
}

const openEditor = async (context: BrowserContext, { address, call }: Organization): Promise<Page> => {
  await enterAs(context, address, everywhere);
  const { body } = await call<StatusTransition[]>('GET', '/status-transitions');
  const page = await context.newPage();
  await page.goto(`${address}/status-transitions/${body.find(({ name }) => name === 'Rozpocznij')?.id}/edit`);
  await expect(page.getByLabel('Transition Name')).toHaveValue('Rozpocznij');
  return page;
};

test('of two who edit a transition at once nobody overwrites the other unasked', async ({
  product,
  context,
}) => {
  const organization = await createOrganization(product, 'przejscia');
  const one = await openEditor(context, organization);
  const other = await openEditor(context, organization);
  await one.getByLabel('Transition Name').fill('Pierwsze');
  await other.getByLabel('Transition Name').fill('Drugie');
  await save(one);
  await expect(heading(one, 'Status Transitions')).toBeVisible();

  await save(other);
  await expect(other.getByText('Somebody else saved this first.')).toBeVisible();
  await expect(other.getByLabel('Transition Name')).toHaveValue('Drugie');
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect(other.getByLabel('Transition Name')).toHaveValue('Pierwsze');
  await other.getByLabel('Transition Name').fill('Trzecie');

  // What is not saved is not left without a question.
  await other.getByRole('link', { name: 'Cancel' }).click();
  await other.getByRole('button', { name: 'Keep editing' }).click();
  await save(other);
  await expect(other.getByRole('link', { name: 'Trzecie', exact: true })).toBeVisible();
});

test('the picture stands beside the list from 1280 pixels on, above it below; no column is lost', async ({
  product,
  context,
  page,
}) => {
  const address = product.gatewayUrl('acme');
  await enterAs(context, address, 'wiktor@acme.test');
  await page.goto(`${address}/status-transitions`);
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('not in sight');
    return box;
  };
  const list = page.getByRole('table', { name: 'Status Transitions' });
  const picture = page.getByRole('region', { name: 'Diagram' });
  const row = page.getByRole('row').filter({ hasText: 'Odrzuć bez rozpatrzenia' });
  const heads = ['From Status', 'To Status', 'Transition Name', 'Target Group', 'Active'];
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(statusIn(page, 'New task')).toBeInViewport();
    const [listBox, pictureBox] = [await boxOf(list), await boxOf(picture)];
    expect(pictureBox.x).toBeGreaterThan(listBox.x + listBox.width);
    expect(Math.abs(pictureBox.y - listBox.y)).toBeLessThan(8);
    expect(pictureBox.y + pictureBox.height).toBeLessThanOrEqual(900);
    for (const name of heads) await expect(list.getByRole('columnheader', { name })).toBeVisible();
    for (const text of ['Nowe', 'Odrzucone', 'None', 'No'])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(async () => (await boxOf(list)).y - (await boxOf(picture)).y).toBeGreaterThan(300);
  await expectFits(page);
});

/** Forty statuses and two hundred transitions, without making them one by one. */
const answerWithMany = async (page: Page): Promise<void> => {
  const statuses: WorkflowStatus[] = Array.from({ length: 40 }, (_, index) => ({
    id: index + 1,
    name: `Etap numer ${index + 1}`,
    statusType: index < 3 ? 'INITIAL' : index > 36 ? 'FINAL' : 'INTERMEDIATE',
    createdAt: '2026-03-02T10:00:00.000Z',
  }));
  const transitions = Array.from({ length: 200 }, (_, index): StatusTransition => {
    const from = index < 3 ? null : ((index * 7) % 40) + 1;
    const to = index < 3 ? index + 1 : ((index * 11 + 5) % 40) + 1;
    return {
      id: index + 1,
      name: `Przejście ${index + 1}`,
      description: null,
      fromStatusId: from,
      fromStatusName: from === null ? null : `Etap numer ${from}`,
      toStatusId: to,
      toStatusName: `Etap numer ${to}`,
      targetGroupId: null,
      targetGroupName: null,
      priorityOrder: 0,
      isActive: index % 9 !== 0,
      executorGroupIds: [],
      parameterConditions: [],
      requiredParameters: [],
    };
  });
  await page.route('**/api/workflow-status', (route) => route.fulfill({ json: statuses }));
  await page.route('**/api/status-transitions', (route) => route.fulfill({ json: transitions }));
};

test('forty statuses and two hundred transitions stay in sight and readable, by mouse and by keyboard', async ({
  product,
  context,
  page,
}) => {
  const address = product.gatewayUrl('acme');
  await enterAs(context, address, 'wiktor@acme.test');
  await answerWithMany(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${address}/status-transitions`);
  const canvas = page.getByLabel('Diagram of the workflow: 40 statuses, 200 transitions.');
  await expect(page.locator('.react-flow__node')).toHaveCount(41);
  await expect(page.locator('.react-flow__edge')).toHaveCount(200);
  const room = await canvas.boundingBox();
  if (!room) throw new Error('no picture');
  const statuses = await page.locator('.react-flow__node').evaluateAll((nodes) =>
    nodes.map((node) => {
      const { left, right, top, bottom, width } = node.getBoundingClientRect();
      const letters = Number.parseFloat(getComputedStyle(node.firstElementChild ?? node).fontSize);
      return {
        left,
        right,
        top,
        bottom,
        letters: (letters * width) / (node as HTMLElement).offsetWidth,
      };
    }),
  );
  for (const { left, right, top, bottom, letters } of statuses) {
    expect(left).toBeGreaterThanOrEqual(room.x);
    expect(right).toBeLessThanOrEqual(room.x + room.width);
    expect(top).toBeGreaterThanOrEqual(room.y);
    expect(bottom).toBeLessThanOrEqual(room.y + room.height);
    expect(letters).toBeGreaterThan(8);
  }
  await expectAccessible(page);

  const placeOfStart = async () => (await statusIn(page, 'New task').boundingBox())?.x ?? 0;
  const before = await placeOfStart();
  await canvas.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(placeOfStart).toBeGreaterThan(before);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeFocused();

  // A row that is looked at stands out in the picture.
  await page.getByRole('link', { name: 'View Przejście 7', exact: true }).focus();
  await expect(nameIn(page, 'Przejście 7')).toBeVisible();
});
