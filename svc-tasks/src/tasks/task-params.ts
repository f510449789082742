import { pathIdSchema } from '@obieg/contracts';
import * as z from 'zod';

/** Path parameters of one task. */
export const taskParams = z.object({ publicTaskId: pathIdSchema });
