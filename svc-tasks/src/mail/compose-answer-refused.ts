import type { Tx } from '@obieg/service-kit';
import { mailLanguageOf, type OutgoingMail, renderMail } from '@obieg/service-kit/mail';
import { isMailStopped } from './mail-choices';
import type { MailContext } from './mail-context';
import type { QueuedTaskMail } from './mail-kinds';
import { findRecipient } from './readable-notifications';
import { findMailLanguage } from './reporters';
import { taskMailTexts } from './task-mail-texts';

/** Composes the mail that says that an answer made no comment. It tells no more than the number, which the sender had. */
export const composeAnswerRefused = async (
  tx: Tx,
  { task_id: taskId, user_id }: QueuedTaskMail,
  { organizationUrl }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const recipient = user_id === null ? undefined : await findRecipient(tx, user_id);
  if (!recipient || taskId === null) return undefined;
  const { email, code_name } = recipient;
  if (await isMailStopped(tx, email, { reason: null, taskId })) return undefined;
  const { public_task_id: task } = await tx('tasks').where({ id: taskId }).first('public_task_id');
  const language = mailLanguageOf(await findMailLanguage(tx, email));
  const { greeting, signature, answerRefused: texts } = taskMailTexts[language];
  const subject = texts.subject(task);
  return {
    recipient: email,
    subject,
    ...renderMail({
      language,
      subject,
      greeting,
      paragraphs: [texts.intro(task)],
      link: { address: `${organizationUrl(code_name)}/task/${task}`, label: texts.link },
      notes: [texts.reason],
      signature,
    }),
  };
};
