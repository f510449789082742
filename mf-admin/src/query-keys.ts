import { createQueryKeys } from '@obieg/web-kit';

/** Creates a query key of this remote. */
export const ownKey = createQueryKeys('mf-admin');
