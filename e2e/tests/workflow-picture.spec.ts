import { readFileSync } from 'node:fs';
import type { StatusTransition, WorkflowLayout, WorkflowStatus } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { delayNextCall } from '../support/api-responses';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, statusNode } from '../support/workflow';

/** Fakes a workflow with long names; returns the names of its transitions. */
const fakeWorkflow = async (
  page: Page,
  count: { statuses: number; transitions: number },
): Promise<string[]> => {
  const statuses = Array.from(
    { length: count.statuses },
    (_, index): WorkflowStatus => ({
      id: index + 1,
      name:
        index % 4 === 3 ? `Etap ${index + 1}: oczekiwanie na opinię działu prawnego` : `Etap ${index + 1}`,
      statusType: index === 0 ? 'INITIAL' : index > count.statuses * 0.9 ? 'FINAL' : 'INTERMEDIATE',
      createdAt: '2026-03-02T10:00:00.000Z',
    }),
  );
  const transitions = Array.from({ length: count.transitions }, (_, index): StatusTransition => {
    const from = index === 0 ? null : (index % count.statuses) + 1;
    const to = from === null ? 1 : ((from * 3 + Math.floor(index / count.statuses) * 5) % count.statuses) + 1;
    return {
      id: index + 1,
      name: index % 3 === 0 ? `Odrzuć z powodu braków formalnych ${index + 1}` : `Przekaż ${index + 1}`,
      description: null,
      fromStatusId: from,
      fromStatusName: from === null ? null : `Etap ${from}`,
      toStatusId: to,
      toStatusName: `Etap ${to}`,
      targetGroupId: null,
      targetGroupName: null,
      priorityOrder: 0,
      isActive: index % 9 !== 8,
      executorGroupIds: [],
      parameterConditions: [],
      requiredParameters: [],
    };
  });
  await page.route('**/api/workflow-status', (route) => route.fulfill({ json: statuses }));
  await page.route('**/api/status-transitions', (route) => route.fulfill({ json: transitions }));
  await page.route('**/api/workflow-layout', (route) =>
    route.fulfill({ json: { revision: 0, positions: [] } }),
  );
  return transitions.map(({ name }) => name);
};

/** Returns names and statuses that overlap on the screen, and texts that leave their box. */
const findDefects = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('svg[data-label], .react-flow__node')];
    const boxes = elements.map((element) => ({
      name: element.getAttribute('data-label') ?? element.textContent ?? '',
      box: element.getBoundingClientRect(),
      texts: [...element.querySelectorAll('text')].map((text) => text.getBoundingClientRect()),
    }));
    return boxes.flatMap(({ name, box, texts }, index) => [
      ...boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right &&
            other.left < box.right &&
            box.top < other.bottom &&
            other.top < box.bottom,
        )
        .map((other) => `${name} overlaps ${other.name}`),
      ...(texts.some(({ left, right }) => left < box.left || right > box.right)
        ? [`${name} is cut off`]
        : []),
    ]);
  });

const pictureOf = (page: Page): Locator => page.getByRole('region', { name: 'Picture' });

test('names of transitions are complete and apart with 4, 9 and 40 statuses', async ({
  product,
  context,
  openPage,
}) => {
  const address = product.gatewayUrl('acme');
  await addSession(context, address, 'wiktor@acme.test');
  for (const count of [
    { statuses: 4, transitions: 5 },
    { statuses: 9, transitions: 20 },
    { statuses: 40, transitions: 200 },
  ]) {
    const page = await openPage();
    const names = await fakeWorkflow(page, count);
    await page.goto(`${address}/workflow`);
    const labels = pictureOf(page).locator('svg[data-label]');
    await expect(labels.first()).toBeVisible();
    const drawn = await labels.evaluateAll((all) => all.map((label) => label.getAttribute('data-label')));
    expect(drawn.flatMap((text) => text?.split('\n') ?? []).sort()).toEqual(names.toSorted());
    for (const width of [1280, 1440, 1920, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => findDefects(page)).toEqual([]);
      await expectNoOverflow(page);
    }
    await page.close();
  }
});

test('arrows stay visible when the result of the check changes the picture', async ({
  product,
  context,
  page,
}) => {
  const address = product.gatewayUrl('acme');
  await addSession(context, address, 'wiktor@acme.test');
  await fakeWorkflow(page, { statuses: 9, transitions: 20 });
  const releaseCheck = await delayNextCall(page, 'workflow-check');
  await page.goto(`${address}/workflow`);
  await expect(pictureOf(page).locator('svg[data-label]').first()).toBeVisible();
  const fewest = await page.evaluateHandle(() => {
    const count = () => document.querySelectorAll('svg[data-label]').length;
    const labels = { fewest: count() };
    new MutationObserver(() => {
      labels.fewest = Math.min(labels.fewest, count());
    }).observe(document, { childList: true, subtree: true });
    return labels;
  });
  releaseCheck();
  await expect(page.getByText('The workflow check found no mistakes.')).toBeVisible();
  await expect.poll(() => fewest.evaluate((labels) => labels.fewest)).toBe(20);
});

test('a manager arranges the picture by pointer and keyboard, exports it, and learns of another manager', async ({
  product,
  context,
  page,
}) => {
  const address = product.gatewayUrl('acme');
  const { token } = await fetchSession(address, 'anna@acme.test');
  const readLayout = async () =>
    (await requestSite('GET', `${address}/api/workflow-layout`, { token })).body as WorkflowLayout;
  const saveLayout = async (positions: WorkflowLayout['positions']): Promise<void> => {
    const { revision } = await readLayout();
    await requestSite('PUT', `${address}/api/workflow-layout`, { token, body: { revision, positions } });
  };
  await addSession(context, address, 'wiktor@acme.test');
  await page.goto(`${address}/status-transitions`);
  await page.getByRole('link', { name: 'Open the picture' }).click();
  await expect(heading(page, 'Workflow')).toBeVisible();

  const node = statusNode(page, 'W toku');
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('the element is not visible');
    return box;
  };
  await expect(node).toBeVisible();
  // The view differs after a reload, so positions are relative to another status.
  const readDistance = async () => (await boxOf(node)).y - (await boxOf(statusNode(page, 'Złożone'))).y;
  const distance = await readDistance();
  const before = await boxOf(node);
  await page.mouse.move(before.x + 60, before.y + 15);
  await page.mouse.down();
  await page.mouse.move(before.x + 60, before.y + 115, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await readLayout()).positions.length).toBe(9);
  await page.reload();
  await expect(node).toBeVisible();
  await expect.poll(readDistance).toBeGreaterThan(distance + 50);
  expect(await findDefects(page)).toEqual([]);

  await node.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'W toku' })).toBeVisible();
  await expect(page.getByText('Tasks in this status')).toBeVisible();
  const { revision } = await readLayout();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await readLayout()).revision).toBeGreaterThan(revision);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'W toku' })).toBeHidden();

  // A click on a name shows the rules of the transition.
  await pictureOf(page)
    .locator('svg[data-label] [data-transition]')
    .filter({ hasText: 'Oddaj do serwisu' })
    .click();
  const panel = page.getByRole('complementary', { name: 'Oddaj do serwisu' });
  await expect(panel.getByText('Executor Groups')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'W serwisie' })).toBeVisible();
  await expectAccessible(page);

  // Files and paper are light, also for users of the dark scheme.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  for (const format of ['svg', 'png']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export and print' }).click();
    await page.getByRole('menuitem', { name: `Save as ${format.toUpperCase()}` }).click();
    const file = readFileSync(await (await download).path());
    if (format === 'svg') {
      expect(file.toString()).toContain('Oddaj do serwisu');
      expect(file.toString()).not.toContain('var(');
      expect(file.toString()).toMatch(/<rect [^>]*fill="#fff(?:fff)?"/);
    } else expect(file.subarray(1, 4).toString()).toBe('PNG');
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const background = page.locator('svg[viewBox] > rect').last();
  await expect(background).toHaveCSS('fill', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: null, colorScheme: 'light' });
  const printed = await page.pdf({ preferCSSPageSize: true });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  // Another manager saves first. The first one sees a notice and the saved positions.
  await page.keyboard.press('Escape');
  const layoutCall = '**/api/workflow-layout';
  await page.route(layoutCall, async (route) => {
    if (route.request().method() === 'PUT') await saveLayout([{ statusId: null, x: 0, y: 0 }]);
    await route.continue();
  });
  await node.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'W toku' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Another user moved statuses in the meantime.')).toBeVisible();
  await expect.poll(async () => (await readLayout()).positions).toEqual([{ statusId: null, x: 0, y: 0 }]);
  await page.unroute(layoutCall);

  await page.getByRole('button', { name: 'Arrange automatically' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arrange automatically' }).click();
  await expect.poll(async () => (await readLayout()).positions).toEqual([]);
});
