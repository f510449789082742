// Usage: node render-first-pages.mjs <folder of the remote> <folder with pages.mjs and pages.css>
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';
import { compileMarkup } from './compile-markup.mjs';
import { keepUsedRules } from './keep-used-rules.mjs';

const [folder, workFolder] = process.argv.slice(2);
const languages = ['mul', 'pl', 'en'];
const { routes } = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
const styleSheet = readFileSync(join(workFolder, 'pages.css'), 'utf8');

/** Stores of the browser have no state of a server. Their first state is what a browser renders first. */
const readStoresAsInBrowser = () => {
  const react = createRequire(join(workFolder, 'pages.mjs'))('react');
  const { useSyncExternalStore: useStore } = react;
  react.useSyncExternalStore = (subscribe, read, readOnServer = read) =>
    useStore(subscribe, read, readOnServer);
};

const namesOfNode = new Set(Object.getOwnPropertyNames(globalThis));

/** A browser of a visitor who has chosen the language. Replaces the one before. */
const openBrowser = (language) => {
  const window = new Window({ url: 'http://organization.obieg.localhost/' });
  const names = Object.getOwnPropertyNames(window).filter((name) => !namesOfNode.has(name));
  for (const name of names)
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  globalThis.window = window;
  window.localStorage.setItem('obieg_language', language);
};

/** Addresses that the gateway has read before it fills in the page. */
const listAddresses = ({ path, data }) => {
  const route = routes.find((candidate) => candidate.path === path);
  if (!data && !route) throw new Error(`first page: remote.json has no route "${path}"`);
  return data ?? route.data ?? [];
};

readStoresAsInBrowser();
const pages = {};
for (const language of languages) {
  openBrowser(language);
  // Another address is another instance of all modules.
  const { default: described } = await import(`${pathToFileURL(join(workFolder, 'pages.mjs'))}?${language}`);
  for (const { path, data, variants } of described) {
    const addresses = listAddresses({ path, data });
    pages[path] ??= { css: new Set(), classes: new Set(), variants: [] };
    for (const { when, render, findParts } of variants) {
      const compiled = compileMarkup(await render(), findParts, addresses);
      for (const css of compiled.styles) pages[path].css.add(css);
      for (const name of compiled.classes) pages[path].classes.add(name);
      pages[path].variants.push({ language, when, nodes: compiled.nodes });
    }
  }
}
const written = Object.entries(pages).map(([path, { css, classes, variants }]) => [
  path,
  { css: keepUsedRules(styleSheet, classes) + [...css].join(''), variants },
]);
writeFileSync(join(workFolder, 'first-pages.json'), JSON.stringify(Object.fromEntries(written)));
// Timers of libraries would keep the process.
process.exit(0);
