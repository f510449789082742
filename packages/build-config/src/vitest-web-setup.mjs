import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library does this alone only where vitest's functions are globals, which they are not here.
afterEach(cleanup);
