import { readFileSync } from 'node:fs';
import type { WorkflowLayout } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility';
import { createOrganization, importWorkflow, superAdministrator } from '../support/organizations';
import { addSession, fetchSession } from '../support/people';
import { expect, test } from '../support/product';
import { heading, statusNode } from '../support/workflow';

type Workflow = Parameters<typeof importWorkflow>[1];

declare global {
  interface Window {
    labels: { most: number; fewest: number };
  }
}

/** A workflow with long names. */
const buildWorkflow = (count: { statuses: number; transitions: number }) => {
  const statuses = Array.from({ length: count.statuses }, (_, index) => ({
    name: index % 4 === 3 ? `Etap ${index + 1}: oczekiwanie na opinię działu prawnego` : `Etap ${index + 1}`,
    statusType: index === 0 ? 'INITIAL' : index > count.statuses * 0.9 ? 'FINAL' : 'INTERMEDIATE',
  })) as Workflow['statuses'];
  const nameOf = (index: number) => statuses[index % count.statuses]?.name ?? '';
  const transitions = Array.from({ length: count.transitions }, (_, index) => {
    const from = index % count.statuses;
    return {
      name: index % 3 === 0 ? `Odrzuć z powodu braków formalnych ${index + 1}` : `Przekaż ${index + 1}`,
      fromStatus: index === 0 ? undefined : nameOf(from),
      toStatus: index === 0 ? nameOf(0) : nameOf((from + 1) * 3 + Math.floor(index / count.statuses) * 5),
      isActive: index % 9 !== 8,
    };
  });
  return { statuses, transitions };
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

test('names of transitions are complete and apart with 4, 9 and 40 statuses, and stay when the check arrives', async ({
  product,
  context,
  page,
}) => {
  const organization = await createOrganization(product, 'obrazek');
  await addSession(context, organization.address, superAdministrator);
  // The result of the check changes the picture. Counts the names that are left meanwhile.
  await page.addInitScript(() => {
    const labels = { most: 0, fewest: 0 };
    Object.assign(window, { labels });
    new MutationObserver(() => {
      const count = document.querySelectorAll('svg[data-label]').length;
      if (count > labels.most) Object.assign(labels, { most: count, fewest: count });
      labels.fewest = Math.min(labels.fewest, count);
    }).observe(document, { childList: true, subtree: true });
  });
  for (const count of [
    { statuses: 4, transitions: 5 },
    { statuses: 9, transitions: 20 },
    { statuses: 40, transitions: 200 },
  ]) {
    const workflow = buildWorkflow(count);
    await importWorkflow(organization, workflow);
    await page.goto(`${organization.address}/workflow`);
    const labels = pictureOf(page).locator('svg[data-label]');
    await expect(labels.first()).toBeVisible();
    const drawn = await labels.evaluateAll((all) => all.map((label) => label.getAttribute('data-label')));
    const names = workflow.transitions.map(({ name }) => name);
    expect(drawn.flatMap((text) => text?.split('\n') ?? []).sort()).toEqual(names.toSorted());
    await expect(page.getByRole('region', { name: /mistakes? in the workflow/ })).toBeVisible();
    const counted = await page.evaluate(() => window.labels);
    expect(counted.fewest).toBe(counted.most);
    for (const width of [1280, 1440, 1920, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => findDefects(page)).toEqual([]);
      await expectNoOverflow(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
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
  // Waits until the picture stands still.
  await node.hover();
  const distance = await readDistance();
  const before = await boxOf(node);
  await page.mouse.move(before.x + 60, before.y + 15);
  await page.mouse.down();
  await page.mouse.move(before.x + 60, before.y + 115, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await readLayout()).positions.length).toBe(10);
  await page.reload();
  await expect(node).toBeVisible();
  await expect.poll(readDistance).toBeGreaterThan(distance + 50);
  await expect.poll(() => findDefects(page)).toEqual([]);

  await node.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'W toku' })).toBeVisible();
  await expect(page.getByText('Tasks in this status')).toBeVisible();
  const { revision, positions } = await readLayout();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await readLayout()).revision).toBe(revision + 1);
  await page.getByRole('button', { name: 'Undo the last move' }).click();
  await expect.poll(async () => (await readLayout()).revision).toBe(revision + 2);
  expect((await readLayout()).positions).toEqual(positions);
  await node.focus();
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
      for (const text of ['Oddaj do serwisu', 'Acme Logistyka - Workflow', 'Dead end'])
        expect(file.toString()).toContain(text);
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
  await node.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'W toku' })).toBeVisible();
  await saveLayout([{ statusId: null, x: 0, y: 0 }]);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Another user moved statuses in the meantime.')).toBeVisible();
  await expect.poll(async () => (await readLayout()).positions).toEqual([{ statusId: null, x: 0, y: 0 }]);

  await page.getByRole('button', { name: 'Arrange automatically' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arrange automatically' }).click();
  await expect.poll(async () => (await readLayout()).positions).toEqual([]);

  // The panel of the status would cover the other one.
  await node.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'W toku' })).toBeHidden();

  // The dot of a status draws an arrow, the rest of it moves it. Hovering waits until the picture stands still.
  await statusNode(page, 'Do decyzji').hover();
  await node.hover();
  const [start, end] = [await boxOf(node), await boxOf(statusNode(page, 'Do decyzji'))];
  await page.mouse.move(start.x + start.width + 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
  await expect(page.getByLabel('From Status').locator('option:checked')).toHaveText('W toku');
  await expect(page.getByLabel('To Status').locator('option:checked')).toHaveText('Do decyzji');
});
