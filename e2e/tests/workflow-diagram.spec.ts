import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility';
import { enterAs } from '../support/people';
import { expect, test } from '../support/product';
import { expectFits, nameIn, statusIn } from '../support/workflow';

test('the diagram is beside the list from 1280 pixels, above it below; no column is lost', async ({
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

/** Fakes forty statuses and two hundred transitions. */
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

test('forty statuses and two hundred transitions stay visible and readable by mouse and keyboard', async ({
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

  // Focusing a row highlights it in the diagram.
  await page.getByRole('link', { name: 'View Przejście 7', exact: true }).focus();
  await expect(nameIn(page, 'Przejście 7')).toBeVisible();
});
