import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';

// Browser functions that components use and happy-dom lacks.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// A test file can choose the environment without a DOM.
if (globalThis.Element) Element.prototype.scrollIntoView ??= () => {};

// A page loads its code when opened, which can exceed the default of one second on a busy machine. Queries ignore
// hidden elements unless a test file changes that.
configure({ asyncUtilTimeout: 20_000, defaultHidden: false });

// Testing Library registers this only if Vitest's functions are globals.
afterEach(cleanup);

// Files share modules and the storage. A session that a file leaves would sign in the tests of the next one.
afterAll(() => {
  const left = Object.keys(globalThis.localStorage ?? {});
  if (left.length > 0) throw new Error(`The tests leave ${left} in localStorage. Clear it in afterEach.`);
});
