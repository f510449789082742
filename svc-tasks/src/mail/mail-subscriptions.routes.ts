import {
  changeMailSubscriptionSchema,
  type Language,
  type MailChoice,
  type MailSubscription,
  mailKeySchema,
  mailSubscriptionSchema,
  maskEmail,
  readMailSubscriptionSchema,
} from '@obieg/contracts';
import {
  type Database,
  defineRoute,
  problem,
  type Route,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import * as z from 'zod';
import { translate } from '../messages/server-messages';
import { listChoices, saveChoice } from './mail-choices';
import { findMailKey, type MailKeyRow } from './mail-keys';

const getMailKey = async (tx: Tx, key: string, language: Language): Promise<MailKeyRow> => {
  const row = await findMailKey(tx, key);
  if (!row) throw problem.notFound(translate(language, 'mailLinkInvalid'));
  return row;
};

const present = async (tx: Tx, row: MailKeyRow): Promise<MailSubscription> => {
  const task =
    row.task_id === null ? undefined : await tx('tasks').where({ id: row.task_id }).first('public_task_id');
  return {
    success: true,
    email: maskEmail(row.email) ?? '',
    publicTaskId: task?.public_task_id ?? null,
    choices: await listChoices(tx, row),
  };
};

const allMails: MailChoice = { reason: null, scope: 'ORGANIZATION', isStopped: true };

/** @throws 404 if the key is unknown or expired, 422 if the mail does not offer the choice */
const change = async (
  tx: Tx,
  organizationId: number,
  key: string,
  choice: MailChoice,
  language: Language,
): Promise<MailKeyRow> => {
  const row = await getMailKey(tx, key, language);
  const offered = await listChoices(tx, row);
  if (!offered.some(({ reason, scope }) => reason === choice.reason && scope === choice.scope))
    throw problem.validation([{ field: 'reason', message: translate(language, 'mailChoiceUnknown') }]);
  await saveChoice(tx, organizationId, row, choice);
  return row;
};

const path = '/api/mail-subscriptions';
const keyParams = z.object({ key: mailKeySchema });

/** Stops and resumes mails without a session. The key of the mail identifies its recipient. */
export const mailSubscriptionRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'POST',
    path,
    operationId: 'readMailSubscription',
    summary: 'Returns what the recipient of a mail can stop; a POST, so that the key is in no address',
    access: 'anyone',
    body: readMailSubscriptionSchema,
    responses: { 200: mailSubscriptionSchema },
    handler: ({ organization, body, language }) =>
      withOrganization(db, organization.id, async (tx) => ({
        status: 200,
        body: await present(tx, await getMailKey(tx, body.key, language)),
      })),
  }),
  defineRoute({
    method: 'PUT',
    path,
    operationId: 'changeMailSubscription',
    summary: 'Stops or resumes mails',
    access: 'anyone',
    body: changeMailSubscriptionSchema,
    responses: { 200: mailSubscriptionSchema },
    handler: ({ organization, body: { key, ...choice }, language }) =>
      withOrganization(db, organization.id, async (tx) => ({
        status: 200,
        body: await present(tx, await change(tx, organization.id, key, choice, language)),
      })),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:key`,
    operationId: 'stopMails',
    summary: 'Stops all mails to the recipient with one click of their mail program (RFC 8058)',
    access: 'anyone',
    params: keyParams,
    responses: { 200: mailSubscriptionSchema },
    handler: ({ organization, params, language }) =>
      withOrganization(db, organization.id, async (tx) => ({
        status: 200,
        body: await present(tx, await change(tx, organization.id, params.key, allMails, language)),
      })),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:key`,
    operationId: 'openMailSettings',
    summary:
      'Leads a browser to the page of mail settings. Changes nothing, because mail scanners follow links',
    access: 'anyone',
    params: keyParams,
    responses: { 303: null },
    handler: async ({ params }) => ({
      status: 303,
      headers: { location: `/mail-settings#key=${params.key}`, 'referrer-policy': 'no-referrer' },
    }),
  }),
];
