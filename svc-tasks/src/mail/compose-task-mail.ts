import { type Database, type Tx, withOrganization } from '@obieg/service-kit';
import type { OutgoingMail } from '@obieg/service-kit/mail';
import { deleteReplyAddress, insertReplyAddress, tagAddress } from '../reply-addresses/reply-addresses.repo';
import { composeAddressCheck } from './compose-address-check';
import { composeAnswerRefused } from './compose-answer-refused';
import { composeNotifications } from './compose-notifications';
import { composeReporterNews } from './compose-reporter-news';
import { composeTaskForm } from './compose-task-form';
import { composeWebhookOff } from './compose-webhook-off';
import type { MailContext, Undo } from './mail-context';
import { deleteMailKey, insertMailKey } from './mail-keys';
import type { MailKind, QueuedTaskMail } from './mail-kinds';

type Compose = (tx: Tx, queued: QueuedTaskMail, context: MailContext) => Promise<OutgoingMail | undefined>;

const composers: Record<MailKind, Compose> = {
  ADDRESS_CHECK: composeAddressCheck,
  REPORTER_NEWS: composeReporterNews,
  NOTIFICATIONS: composeNotifications,
  DIGEST: composeNotifications,
  WEBHOOK_OFF: composeWebhookOff,
  ANSWER_REFUSED: composeAnswerRefused,
  TASK_FORM: composeTaskForm,
};

export const taskMailKinds = Object.keys(composers);

/**
 * Composes a queued mail from what its recipient may read at this moment. Creates the keys of its links; a mail that
 * is sent twice, because its confirmation was lost, has two sets of valid keys.
 */
export const createTaskMailComposer =
  (db: Database, organizationUrl: MailContext['organizationUrl'], replyAddress?: string) =>
  async (queued: QueuedTaskMail): Promise<OutgoingMail | undefined> => {
    const { organization_id: organizationId, kind } = queued;
    const undos: Undo[] = [];
    const onWithdraw = (undo: Undo): void => void undos.push(undo);
    const createKey: MailContext['createKey'] = async (tx, codeName, row) => {
      const key = await insertMailKey(tx, row);
      onWithdraw((undoing) => deleteMailKey(undoing, key));
      return {
        settingsAddress: `${organizationUrl(codeName)}/mail-settings#key=${key}`,
        unsubscribeAddress: `${organizationUrl(codeName)}/api/mail-subscriptions/${key}`,
      };
    };
    const createReplyAddress: MailContext['createReplyAddress'] = async (tx, row) => {
      if (replyAddress === undefined) return undefined;
      const key = await insertReplyAddress(tx, row);
      onWithdraw((undoing) => deleteReplyAddress(undoing, key));
      return tagAddress(replyAddress, key);
    };
    const mail = await withOrganization(db, organizationId, (tx) =>
      composers[kind](tx, queued, { organizationUrl, createKey, createReplyAddress, onWithdraw }),
    );
    return (
      mail && {
        ...mail,
        withdraw: () =>
          withOrganization(db, organizationId, async (tx) => {
            for (const undo of undos) await undo(tx);
          }),
      }
    );
  };
