import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What components expect of a browser and happy-dom does not bring.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

// A page's code is loaded when it is opened: on a busy machine that takes longer than the second that is the default.
configure({ asyncUtilTimeout: 5_000 });

// Testing Library does this alone only where vitest's functions are globals, which they are not here.
afterEach(cleanup);
