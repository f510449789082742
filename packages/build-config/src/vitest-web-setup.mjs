import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// What components expect of a browser and happy-dom does not bring.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

// Testing Library does this alone only where vitest's functions are globals, which they are not here.
afterEach(cleanup);
