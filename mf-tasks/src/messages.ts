import { type Translate, useMessages } from '@obieg/web-kit';

/** Returns the translate function for the messages of this remote. */
export const useTaskMessages = (): Translate => useMessages('mf-tasks');
