import { type Translate, useMessages } from '@obieg/web-kit';

/** Texts of this remote. */
export const useAdminMessages = (): Translate => useMessages('mf-admin');
