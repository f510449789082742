import type { Page } from '@playwright/test';
import { devices } from '../support/devices';
import { expect, type Product, test } from '../support/product';
import { submitTask } from '../support/tasks';

test.use({ isCold: true });

const title = 'Drukarka drukuje <b>puste</b> strony & "znaki"';
const headings = {
  '/submit-task': 'Czego dotyczy zgłoszenie?',
  '/login': 'Login',
  '/task/{number}': title,
};
type FirstPagePath = keyof typeof headings;

let number: number;
const findPath = async (product: Product, path: FirstPagePath): Promise<string> => {
  if (path !== '/task/{number}') return path;
  number ??= await submitTask(product, { title, description: 'Od rana.\nPilne & ważne.' });
  return `/task/${number}`;
};

/** Opens a page whose scripts do not arrive. @returns a function that lets them arrive and waits for the page */
const openWithoutScripts = async (
  page: Page,
  product: Product,
  path: FirstPagePath,
): Promise<() => Promise<void>> => {
  let letScriptsPass = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letScriptsPass = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(product.gatewayUrl('acme') + (await findPath(product, path)), { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: headings[path], exact: true })).toBeVisible();
  // The browser paints nothing before the style sheet, which the inline scripts wait for.
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('interactive');
  return async () => {
    letScriptsPass();
    await expect(page.locator('.ob-first-page')).toHaveCount(0);
  };
};

/** Place and look of what the page shows. The main landmark grows with what follows. */
const describeLook = async (page: Page): Promise<string[]> => {
  await page.evaluate(() => document.fonts.ready);
  return page.evaluate(() =>
    [...document.querySelectorAll('#root :is(header, h1, h2, p, label, input, select, button, a, svg)')]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, borderColor, fontSize, fontWeight, opacity } =
          getComputedStyle(element);
        const place = [x, y, width, height].map((value) => value.toFixed(1)).join(' ');
        const look = [color, backgroundColor, borderColor, fontSize, fontWeight, opacity].join(' ');
        return `${element.localName} ${element.textContent.slice(0, 40)}: ${place}; ${look}`;
      }),
  );
};

for (const path of Object.keys(headings) as FirstPagePath[]) {
  for (const { name, viewport, colorScheme } of devices) {
    test.describe(`${path} ${name}`, () => {
      test.use({ viewport, colorScheme });

      test('shows its content before its scripts, which leave it in place', async ({ product, page }) => {
        const loadScripts = await openWithoutScripts(page, product, path);
        const before = await describeLook(page);
        expect(before.length).toBeGreaterThan(5);
        await loadScripts();
        expect(await describeLook(page)).toEqual(expect.arrayContaining(before));
      });
    });
  }
}

for (const [language, path, text] of [
  ['pl', '/login', 'Zaloguj się'],
  ['en', '/submit-task', 'Question 1'],
  ['en', '/task/{number}', 'Description'],
] as const) {
  test(`${path} has the chosen language before its scripts: ${language}`, async ({
    product,
    page,
    openPage,
  }) => {
    const address = product.gatewayUrl('acme') + (await findPath(product, path));
    await page.goto(address);
    await page.getByRole('combobox', { name: 'Język' }).selectOption(language);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    const nextTab = await openPage();
    await nextTab.route(/\.js$/, () => undefined);
    await nextTab.goto(address, { waitUntil: 'commit' });
    await expect(nextTab.locator('.ob-first-page').getByText(text, { exact: true })).toBeVisible();
    await expect(nextTab.locator('.ob-first-page')).toHaveAttribute('lang', language);
  });
}

test('/submit-task answers a tap that came before its scripts', async ({ product, page }) => {
  const loadScripts = await openWithoutScripts(page, product, '/submit-task');
  await page.getByRole('button', { name: 'Usterka sprzętu' }).click();
  await loadScripts();
  await expect(page.getByRole('heading', { level: 1, name: headings['/submit-task'] })).toBeHidden();
  await expect(page.getByRole('button', { name: /Usterka sprzętu/ })).toBeVisible();
});

test('/submit-task answers a key in the moment its scripts take over, and goes back', async ({
  product,
  page,
}) => {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.ob-first-page') || !document.querySelector('#root h1')) return;
      observer.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
    });
    observer.observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
  await expect(page.getByRole('heading', { level: 1, name: 'Jaki to sprzęt?' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Czego dotyczy zgłoszenie?' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Jaki to sprzęt?' })).toBeVisible();
});

test('/login keeps what was typed before its scripts, and the focus', async ({ product, page }) => {
  const loadScripts = await openWithoutScripts(page, product, '/login');
  const field = page.getByRole('textbox');
  await field.fill('olga');
  await loadScripts();
  await expect(field).toHaveValue('olga');
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
});

test('/login continues with Enter that came before its scripts', async ({ product, page }) => {
  const loadScripts = await openWithoutScripts(page, product, '/login');
  const field = page.getByRole('textbox');
  await field.fill('olga');
  await field.press('Enter');
  await loadScripts();
  await expect(page.getByLabel('Password')).toBeVisible();
  await expect(page.getByText('olga')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('a tab that continues its visit shows the start screen', async ({ product, page }) => {
  await page.goto(`${product.gatewayUrl('acme')}/submit-task`);
  await page.getByRole('button', { name: 'Usterka sprzętu' }).click();
  await expect(page.getByRole('heading', { level: 1, name: headings['/submit-task'] })).toBeHidden();
  await page.route(/\.js$/, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.ob-start-text')).toBeVisible();
  await expect(page.locator('.ob-first-page')).toHaveCount(0);
});
