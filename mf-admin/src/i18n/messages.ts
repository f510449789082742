import { type Translate, useMessages } from '@obieg/web-kit';

/** Returns the translate function for this remote's texts. */
export const useAdminMessages = (): Translate => useMessages('mf-admin');
