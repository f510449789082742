import { webhookLimits } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { mailLanguageOf, type OutgoingMail, oneLine, renderMail } from '@obieg/service-kit/mail';
import type { MailContext } from './mail-context';
import type { QueuedTaskMail } from './mail-kinds';
import { findMailLanguage } from './reporters';
import { shorten } from './shorten';
import { taskMailTexts } from './task-mail-texts';

interface SwitchedOff {
  url: string;
  email: string;
  organization_name: string;
  code_name: string;
}

/** Finds a webhook that is still off, for a recipient who is still an administrator. */
const findSwitchedOff = async (
  tx: Tx,
  { webhook_id, user_id }: Pick<QueuedTaskMail, 'webhook_id' | 'user_id'>,
): Promise<SwitchedOff | undefined> => {
  const { rows } = await tx.raw<{ rows: SwitchedOff[] }>(
    `select w.url, u.email, o.name as organization_name, o.code_name
       from webhooks w
       join organizations o on o.organization_id = w.organization_id
       join memberships m on m.organization_id = w.organization_id and m.user_id = :user_id
       join users u on u.id = m.user_id
      where w.id = :webhook_id and not w.is_active and w.switched_off_at is not null and m.roles @> '{ORG_ADMIN}'
        and o.deleted_at is null and o.code_name is not null`,
    { webhook_id, user_id },
  );
  return rows[0];
};

/** Composes the mail that says that a webhook was switched off. It concerns the organization, so no choice stops it. */
export const composeWebhookOff = async (
  tx: Tx,
  queued: QueuedTaskMail,
  { organizationUrl }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const found = await findSwitchedOff(tx, queued);
  if (!found) return undefined;
  const language = mailLanguageOf(await findMailLanguage(tx, found.email));
  const { greeting, signature, webhookOff: texts } = taskMailTexts[language];
  const organization = oneLine(found.organization_name);
  const subject = texts.subject(organization);
  return {
    recipient: found.email,
    subject,
    ...renderMail({
      language,
      subject,
      greeting,
      paragraphs: [texts.intro(organization, webhookLimits.failureDays)],
      entries: [{ heading: shorten(found.url) }],
      link: {
        address: `${organizationUrl(found.code_name)}/connections/webhooks/${queued.webhook_id}`,
        label: texts.link,
      },
      notes: [texts.note],
      signature,
    }),
  };
};
