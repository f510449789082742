import { statusTypeSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import * as z from 'zod';

/** What the form asks; messages are keys of its texts (spec 2 §5). */
export const statusFormSchema = z.object({
  name: z.string().trim().min(1, 'status.nameRequired').max(limits.statusNameMaxLength, 'status.nameTooLong'),
  statusType: z.string().pipe(statusTypeSchema),
});
