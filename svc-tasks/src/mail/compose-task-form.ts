import type { Tx } from '@obieg/service-kit';
import {
  mailLanguageOf,
  type OutgoingMail,
  oneLine,
  renderMail,
  unsubscribeHeaders,
} from '@obieg/service-kit/mail';
import { isAddressStopped } from './mail-choices';
import type { MailContext } from './mail-context';
import type { QueuedTaskMail } from './mail-kinds';
import { findMailLanguage } from './reporters';
import { taskMailTexts } from './task-mail-texts';

/**
 * Composes the mail that asks to complete the form. It has nothing of the received mail: anybody can write one with the
 * address of another person.
 */
export const composeTaskForm = async (
  tx: Tx,
  { organization_id, recipient: email }: QueuedTaskMail,
  { organizationUrl, createKey }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const organization = await tx('organizations')
    .where({ organization_id })
    .whereNull('deleted_at')
    .whereNotNull('code_name')
    .first('name', 'code_name');
  if (!organization || email === null || (await isAddressStopped(tx, email))) return undefined;
  const { settingsAddress, unsubscribeAddress } = await createKey(tx, organization.code_name, {
    organization_id,
    kind: 'TASK_FORM',
    email,
    reasons: [],
    task_id: null,
    user_id: null,
  });
  const language = mailLanguageOf(await findMailLanguage(tx, email));
  const { greeting, signature, settings, taskForm: texts } = taskMailTexts[language];
  const name = oneLine(organization.name);
  const subject = texts.subject(name);
  return {
    recipient: email,
    subject,
    headers: unsubscribeHeaders(unsubscribeAddress),
    ...renderMail({
      language,
      subject,
      greeting,
      paragraphs: [texts.intro(name)],
      link: { address: `${organizationUrl(organization.code_name)}/`, label: texts.link },
      notes: [texts.notYours],
      signature,
      subscription: { reason: texts.reason, address: settingsAddress, label: settings },
    }),
  };
};
