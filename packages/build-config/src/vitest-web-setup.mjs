import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// What components expect of a browser and happy-dom does not bring.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

// A page's code is loaded when it is opened: on a busy machine that takes longer than the second that is the default. What is
// hidden is not found, unless a file of tests says otherwise for itself.
configure({ asyncUtilTimeout: 5_000, defaultHidden: false });

// Testing Library does this alone only where vitest's functions are globals, which they are not here.
afterEach(cleanup);
