import type { Locator } from '@playwright/test';
import { expectAccessible, expectNoOverflow, expectWholeWords } from '../support/accessibility';
import { createOrganization, importWorkflow, superAdministrator } from '../support/organizations';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { statusNode, transitionLabel } from '../support/workflow';

test('the diagram is beside the list from 1720 pixels, above it on smaller screens, and the list shows all columns', async ({
  product,
  context,
  page,
}) => {
  const address = product.gatewayUrl('acme');
  await addSession(context, address, 'wiktor@acme.test');
  await page.goto(`${address}/status-transitions`);
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('the element is not visible');
    return box;
  };
  const list = page.getByRole('table', { name: 'Status Transitions' });
  const diagram = page.getByRole('region', { name: 'Diagram' });
  const row = page.getByRole('row').filter({ hasText: 'Odrzuć bez rozpatrzenia' });
  const columns = [
    'From Status',
    'To Status',
    'Transition Name',
    'Target Group',
    'Executor Groups',
    'Conditions',
    'Active',
  ];
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByText('The workflow check found no mistakes.')).toBeVisible();
    await expect(statusNode(page, 'New task')).toBeInViewport();
    await expect(async () => {
      const [listBox, diagramBox] = [await boxOf(list), await boxOf(diagram)];
      if (width < 1720) expect(diagramBox.y + diagramBox.height).toBeLessThan(listBox.y);
      else expect(diagramBox.x).toBeGreaterThan(listBox.x + listBox.width);
      expect(diagramBox.y + diagramBox.height).toBeLessThanOrEqual(900);
    }).toPass({ timeout: 20_000 });
    await expectWholeWords(list);
    for (const name of columns) await expect(list.getByRole('columnheader', { name })).toBeVisible();
    for (const text of ['Nowe', 'Odrzucone', 'None', 'No'])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect.poll(async () => (await boxOf(list)).y - (await boxOf(diagram)).y).toBeGreaterThan(300);
  await expectNoOverflow(page);
  const hide = page.getByRole('button', { name: 'Hide diagram' });
  await hide.click();
  await expect(diagram).toBeHidden();
  await page.reload();
  await expect(hide).toHaveAttribute('aria-pressed', 'true');
  await expect(diagram).toBeHidden();
  await hide.click();
  await expect(diagram).toBeVisible();
});

/** Forty statuses and two hundred transitions. */
const buildLargeWorkflow = (): Parameters<typeof importWorkflow>[1] => {
  const nameOf = (index: number) => `Etap numer ${(index % 40) + 1}`;
  return {
    statuses: Array.from({ length: 40 }, (_, index) => ({
      name: nameOf(index),
      statusType: index < 3 ? 'INITIAL' : index > 36 ? 'FINAL' : 'INTERMEDIATE',
    })),
    transitions: Array.from({ length: 200 }, (_, index) => ({
      name: `Przejście ${index + 1}`,
      fromStatus: index < 3 ? undefined : nameOf(index * 7),
      toStatus: index < 3 ? nameOf(index) : nameOf(index * 11 + 5),
      isActive: index % 9 !== 0,
    })),
  };
};

test('forty statuses and two hundred transitions stay visible and readable by mouse and keyboard', async ({
  product,
  context,
  page,
}) => {
  const organization = await createOrganization(product, 'duzyobieg');
  const { address } = organization;
  const workflow = buildLargeWorkflow();
  await importWorkflow(organization, workflow);
  // Transitions with the same statuses are one arrow.
  const arrows = new Set(workflow.transitions.map(({ fromStatus, toStatus }) => `${fromStatus}>${toStatus}`));
  await addSession(context, address, superAdministrator);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${address}/status-transitions`);
  const canvas = page.getByLabel('Workflow diagram: 40 statuses, 200 transitions.');
  await expect(page.locator('.react-flow__node')).toHaveCount(41);
  await expect(page.locator('.react-flow__edge')).toHaveCount(arrows.size);
  await expect(page.getByRole('region', { name: /mistakes? in the workflow/ })).toBeVisible();
  const area = await canvas.boundingBox();
  if (!area) throw new Error('the diagram is not visible');
  const statuses = await page.locator('.react-flow__node').evaluateAll((nodes) =>
    nodes.map((node) => {
      const { left, right, top, bottom, width } = node.getBoundingClientRect();
      const fontSize = Number(node.querySelector('text')?.getAttribute('font-size'));
      return {
        left,
        right,
        top,
        bottom,
        fontSize: (fontSize * width) / (node as HTMLElement).offsetWidth,
      };
    }),
  );
  for (const { left, right, top, bottom, fontSize } of statuses) {
    expect(left).toBeGreaterThanOrEqual(area.x);
    expect(right).toBeLessThanOrEqual(area.x + area.width);
    expect(top).toBeGreaterThanOrEqual(area.y);
    expect(bottom).toBeLessThanOrEqual(area.y + area.height);
    expect(fontSize).toBeGreaterThan(8);
  }
  await expectAccessible(page);

  const readStartX = async () => (await statusNode(page, 'New task').boundingBox())?.x ?? 0;
  const before = await readStartX();
  await canvas.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(readStartX).toBeGreaterThan(before);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeFocused();

  // Focusing a row highlights it in the diagram.
  await page.getByRole('link', { name: 'View Przejście 7', exact: true }).focus();
  await expect(transitionLabel(page, 'Przejście 7')).toBeVisible();
});
