import { type Translate, useMessages } from '@obieg/web-kit';

/** Texts of this remote. */
export const useTaskMessages = (): Translate => useMessages('mf-tasks');
