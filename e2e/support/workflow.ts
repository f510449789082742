import type { SaveWorkflowParameter } from '@obieg/contracts';
import type { Page } from '@playwright/test';

export const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { level, name });
export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
/** Parameter names in the order of the list. */
export const namesInOrder = (page: Page) => page.locator('tbody tr a').filter({ hasText: /^[a-z]/ });

/** Request body that creates a parameter, by default a text question. */
export const parameter = (
  parameterName: string,
  more: Partial<SaveWorkflowParameter> = {},
): SaveWorkflowParameter => ({
  parameterName,
  displayName: `${parameterName}?`,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: 0,
  ...more,
});

/** A status in the picture of the workflow. */
export const statusNode = (page: Page, name: string) =>
  page.locator('.react-flow__node').filter({ hasText: name });
/** A transition's name in the picture beside the transition list. */
export const transitionLabel = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Diagram' })
    .locator('[data-transition]')
    .filter({ hasText: new RegExp(`^${name}$`) });
