import { pathIdSchema } from '@obieg/contracts';
import * as z from 'zod';

/** A path under one task. */
export const taskParams = z.object({ publicTaskId: pathIdSchema });
