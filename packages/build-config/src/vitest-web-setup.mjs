import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

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
