import { type Translate, useMessages } from '@obieg/web-kit';

/** Texts of this remote. */
export const useAuthMessages = (): Translate => useMessages('mf-auth');
