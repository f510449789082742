import * as z from 'zod';

/** Days for which the reply address of a mail is valid. */
export const replyAddressDays = 365;

/** GET /api/tasks/{id}/comments/{commentId}/mail: the whole text of the mail that a comment is from. */
export const commentMailResponseSchema = z
  .object({ success: z.boolean(), text: z.string() })
  .meta({ id: 'CommentMailResponse' });
export type CommentMailResponse = z.infer<typeof commentMailResponseSchema>;

/** Whether mails to the organization's address make tasks, and the address; null if this installation reads no mails. */
export const mailInSettingsSchema = z
  .object({ acceptsTasks: z.boolean(), address: z.string().nullable() })
  .meta({ id: 'MailInSettings' });
export type MailInSettings = z.infer<typeof mailInSettingsSchema>;

export const saveMailInSettingsSchema = mailInSettingsSchema
  .pick({ acceptsTasks: true })
  .meta({ id: 'SaveMailInSettings' });
export type SaveMailInSettings = z.input<typeof saveMailInSettingsSchema>;
