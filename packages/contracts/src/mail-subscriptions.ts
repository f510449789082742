import * as z from 'zod';
import { publicTaskIdSchema } from './identifiers';
import { notificationReasons } from './notifications';
import { passingEnum } from './open-enum';

/** Key of a mail's unsubscribe link. It can only stop and resume mails. */
export const mailKeySchema = z.string().regex(/^[\w-]{43}$/);

/** Mails about the task of the mail, or about all tasks of the organization. */
const mailScopes = ['TASK', 'ORGANIZATION'] as const;

const mailChoiceSchema = z
  .object({
    /** Null: every reason. */
    reason: passingEnum(notificationReasons).nullable(),
    scope: passingEnum(mailScopes),
    isStopped: z.boolean(),
  })
  .meta({ id: 'MailChoice' });
export type MailChoice = z.infer<typeof mailChoiceSchema>;

export const readMailSubscriptionSchema = z
  .object({ key: mailKeySchema })
  .meta({ id: 'ReadMailSubscription' });
export const changeMailSubscriptionSchema = z
  .object({
    key: mailKeySchema,
    /** Null: every reason. */
    reason: z.enum(notificationReasons).nullable(),
    scope: z.enum(mailScopes),
    isStopped: z.boolean(),
  })
  .meta({ id: 'ChangeMailSubscription' });

/** What the recipient of a mail can stop. */
export const mailSubscriptionSchema = z
  .object({
    success: z.boolean(),
    /** Masked, because mail programs may forward the link. */
    email: z.string(),
    publicTaskId: publicTaskIdSchema.nullable(),
    choices: z.array(mailChoiceSchema),
  })
  .meta({ id: 'MailSubscription' });
export type MailSubscription = z.infer<typeof mailSubscriptionSchema>;
