import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { usePageTitle } from './page-title';

const Page = ({ title }: { title: string }) => {
  usePageTitle(title);
  return createElement('h1', {}, title);
};

/** Renders as in a browser, without `act`. Returns the title at the moment when the page appears. */
const titleOnRender = (title: string): Promise<string> => {
  const container = document.createElement('main');
  const root = createRoot(container);
  onTestFinished(() => root.unmount());
  return new Promise((resolve) => {
    new MutationObserver(() => resolve(document.title)).observe(container, { childList: true });
    root.render(createElement(Page, { title }));
  });
};

describe('usePageTitle', () => {
  it('sets the title together with the page', async () => {
    document.title = 'Earlier page';
    await expect(titleOnRender('Login')).resolves.toBe('Obieg - Login');
  });

  it('shows only the product name if the page has no title', async () => {
    await expect(titleOnRender('')).resolves.toBe('Obieg');
  });
});
