import { type MailInSettings, mailInSettingsSchema, saveMailInSettingsSchema } from '@obieg/contracts';
import {
  type Database,
  defineRoute,
  entityTagOf,
  ifMatchHeaders,
  matchesRevision,
  problem,
  type Route,
  recordEvent,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { callerOf, type SignedInCaller } from '../callers/caller';
import { describeLastChange } from '../members/last-change';
import { translate } from '../messages/server-messages';
import { tagAddress } from '../reply-addresses/reply-addresses.repo';
import {
  getMailInSettings,
  lockMailInSettings,
  type StoredMailInSettings,
  storeMailInSettings,
} from './mail-in-settings.repo';

const access = { permission: 'MANAGE_USERS' } as const;

type Stored = Pick<StoredMailInSettings, 'accepts_tasks' | 'revision' | 'code_name'>;

interface Change {
  acceptsTasks: boolean;
  ifMatch: string | undefined;
  /** Address of the caller, for the security log. */
  ip: string;
}

/** Saves the setting and records it for the security log. Saving the present value changes nothing. */
const save = async (
  tx: Tx,
  { organizationId, actor, language, traceparent }: SignedInCaller,
  { acceptsTasks, ifMatch, ip }: Change,
): Promise<Stored> => {
  await lockMailInSettings(tx, organizationId);
  const stored = await getMailInSettings(tx);
  if (!matchesRevision(stored, ifMatch))
    throw problem.preconditionFailed(
      translate(language, 'mailInSettingsSavedElsewhere'),
      await describeLastChange(tx, stored),
    );
  if (stored.accepts_tasks === acceptsTasks) return stored;
  const revision = stored.revision + 1;
  await storeMailInSettings(tx, {
    organization_id: organizationId,
    accepts_tasks: acceptsTasks,
    revision,
    updated_by: actor.userId,
  });
  recordEvent(tx, {
    type: 'obieg.tasks.mail-in.changed',
    organizationId,
    aggregateId: `${organizationId}-${revision}`,
    data: { organizationId, acceptsTasks, actorUserId: actor.userId, ip },
    traceparent,
  });
  return { ...stored, accepts_tasks: acceptsTasks, revision };
};

/** Whether mails to the organization's address make tasks. @param replyAddress undefined if no mails are read */
export const mailInSettingsRoutes = (db: Database, replyAddress: string | undefined): Route[] => {
  const respondWith = ({ accepts_tasks, revision, code_name }: Stored) => {
    const body: MailInSettings = {
      acceptsTasks: accepts_tasks,
      address: replyAddress === undefined ? null : tagAddress(replyAddress, code_name),
    };
    return { status: 200 as const, body, headers: { etag: entityTagOf({ revision }) } };
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/api/mail-in-settings',
      operationId: 'getMailInSettings',
      summary: "Returns whether mails to the organization's address make tasks, and the address",
      access,
      responses: { 200: mailInSettingsSchema },
      handler: async (request) =>
        respondWith(await withOrganization(db, request.tenantScope, getMailInSettings)),
    }),
    defineRoute({
      method: 'PUT',
      path: '/api/mail-in-settings',
      operationId: 'saveMailInSettings',
      summary:
        "Changes whether mails to the organization's address make tasks; 412 if If-Match is not the ETag",
      access,
      headers: ifMatchHeaders,
      body: saveMailInSettingsSchema,
      responses: { 200: mailInSettingsSchema },
      handler: async (request) => {
        const { acceptsTasks } = request.body;
        const change = { acceptsTasks, ifMatch: request.header('if-match'), ip: request.ip };
        return respondWith(
          await withOrganization(db, request.tenantScope, (tx) => save(tx, callerOf(request), change)),
        );
      },
    }),
  ];
};
