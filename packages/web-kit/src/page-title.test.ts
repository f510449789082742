import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { usePageTitle } from './page-title';

const Page = ({ title }: { title: string }) => {
  usePageTitle(title);
  return createElement('h1', {}, title);
};

/** Draws the page as a browser does, without the test library's waiting, and answers the title at the moment it is there. */
const titleOnceDrawn = (title: string): Promise<string> => {
  const place = document.createElement('main');
  const root = createRoot(place);
  onTestFinished(() => root.unmount());
  return new Promise((resolve) => {
    new MutationObserver(() => resolve(document.title)).observe(place, { childList: true });
    root.render(createElement(Page, { title }));
  });
};

it('names the page in the tab together with what is drawn', async () => {
  document.title = 'Earlier page';
  await expect(titleOnceDrawn('Login')).resolves.toBe('Obieg - Login');
});

it('is the name of the product alone where a page has none', async () => {
  await expect(titleOnceDrawn('')).resolves.toBe('Obieg');
});
