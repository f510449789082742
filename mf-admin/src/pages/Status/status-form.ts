import { statusTypeSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import * as z from 'zod';

/** Validates the form (spec 2 §5). Error messages are message keys. */
export const statusFormSchema = z.object({
  name: z.string().trim().min(1, 'status.nameRequired').max(limits.statusNameMaxLength, 'status.nameTooLong'),
  statusType: z.string().pipe(statusTypeSchema),
});

/** An unselected type is ''. */
export type StatusFormValues = z.input<typeof statusFormSchema>;
