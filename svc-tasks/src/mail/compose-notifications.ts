import {
  isKnownValue,
  type NotificationReason,
  notificationReasons,
  otherReason,
  readKnownValue,
} from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import {
  mailLanguageOf,
  type OutgoingMail,
  oneLine,
  renderMail,
  unsubscribeHeaders,
} from '@obieg/service-kit/mail';
import { newestForChosen, replyHeaders } from './answerable-mail';
import { isMailStopped } from './mail-choices';
import type { MailContext } from './mail-context';
import type { QueuedTaskMail } from './mail-kinds';
import { findRecipient, listMailedNotifications, type ReadableNotification } from './readable-notifications';
import { findMailLanguage } from './reporters';
import { shorten } from './shorten';
import { type TaskMailTexts, taskMailTexts } from './task-mail-texts';

/** Longer comments are cut. The task shows all of them. */
const commentMaxLength = 1_000;

const readReason = (reason: NotificationReason) => readKnownValue(notificationReasons, otherReason, reason);

const listWanted = async (
  tx: Tx,
  email: string,
  notifications: readonly ReadableNotification[],
): Promise<ReadableNotification[]> => {
  const wanted: ReadableNotification[] = [];
  for (const notification of notifications) {
    const { reason, task_id: taskId } = notification;
    if (!(await isMailStopped(tx, email, { reason, taskId }))) wanted.push(notification);
  }
  return wanted;
};

const describe = (
  { reason, actor_name, content, status_name, group_name }: ReadableNotification,
  { reasons }: TaskMailTexts,
) => ({
  heading: reasons[readReason(reason)]({
    actor: oneLine(actor_name ?? ''),
    detail: oneLine(status_name ?? group_name ?? ''),
  }),
  ...(content ? { text: shorten(content, commentMaxLength) } : {}),
});

const groupByTask = (notifications: readonly ReadableNotification[]): ReadableNotification[][] =>
  [...new Set(notifications.map(({ task_id }) => task_id))].map((taskId) =>
    notifications.filter(({ task_id }) => task_id === taskId),
  );

/** Composes the news of one task, or a digest of several, for a member. */
export const composeNotifications = async (
  tx: Tx,
  { id: mailId, organization_id, kind, user_id }: QueuedTaskMail,
  { organizationUrl, createKey, createReplyAddress }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const recipient = user_id === null ? undefined : await findRecipient(tx, user_id);
  if (!recipient) return undefined;
  const { email, code_name } = recipient;
  const wanted = await listWanted(tx, email, await listMailedNotifications(tx, recipient, mailId));
  const [first] = wanted;
  if (!first) return undefined;
  const reasons: NotificationReason[] = [...new Set(wanted.map(({ reason }) => reason))].filter((reason) =>
    isKnownValue(notificationReasons, reason),
  );
  const isDigest = kind === 'DIGEST';
  const { settingsAddress, unsubscribeAddress } = await createKey(tx, code_name, {
    organization_id,
    kind,
    email,
    reasons,
    task_id: isDigest ? null : first.task_id,
    user_id,
  });
  const replyAddress =
    isDigest || user_id === null
      ? undefined
      : await createReplyAddress(tx, {
          organization_id,
          task_id: first.task_id,
          user_id,
          comment_id: newestForChosen(wanted),
        });
  const language = mailLanguageOf(await findMailLanguage(tx, email));
  const texts = taskMailTexts[language];
  const titleOf = ({ public_task_id, title }: ReadableNotification): string =>
    `${public_task_id}: ${shorten(oneLine(title))}`;
  const organization = oneLine(recipient.organization_name);
  const taskAddress = `${organizationUrl(code_name)}/task/${first.public_task_id}`;
  const isDecision = wanted.some(({ reason }) => reason === 'APPROVAL_REQUESTED');
  const tasks = groupByTask(wanted);
  const subject = isDigest
    ? texts.notifications.digestSubject(tasks.length, organization)
    : texts.notifications.subject(titleOf(first));
  return {
    recipient: email,
    subject,
    headers: { ...unsubscribeHeaders(unsubscribeAddress), ...replyHeaders(replyAddress) },
    ...renderMail({
      language,
      subject,
      greeting: texts.greeting,
      paragraphs: [
        isDigest
          ? texts.notifications.digestIntro(organization)
          : texts.notifications.intro(titleOf(first), organization),
      ],
      entries: tasks.flatMap((ofTask) => [
        ...(isDigest && ofTask[0] ? [{ heading: titleOf(ofTask[0]) }] : []),
        ...ofTask.map((notification) => describe(notification, texts)),
      ]),
      link: isDigest
        ? { address: `${organizationUrl(code_name)}/inbox`, label: texts.notifications.openInbox }
        : isDecision
          ? { address: `${taskAddress}?approval`, label: texts.notifications.decide }
          : { address: taskAddress, label: texts.notifications.openTask },
      notes: [],
      signature: replyAddress === undefined ? texts.signature : texts.answerable,
      subscription: {
        reason: texts.notifications.why([
          ...new Set(wanted.map(({ reason }) => texts.reasonNames[readReason(reason)])),
        ]),
        address: settingsAddress,
        label: texts.notifications.mute,
      },
    }),
  };
};
