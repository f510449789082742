import {
  type OrganizationRoleCode,
  permissionsOfRoles,
  type Task,
  type WebhookEvent,
  webhookTestEvent,
} from '@obieg/contracts';
import { type Actor, type Database, isProblem, withOrganization } from '@obieg/service-kit';
import { Webhook } from 'standardwebhooks';
import type { SignedInCaller } from '../callers/caller';
import { getComment } from '../comments/list-comments';
import { readerBindings } from '../policy/tasks.policy';
import { readTask } from '../task-page/task-page';
import type { TakenLane } from './lanes.repo';
import type { WebhookSecrets } from './secrets';
import { isVisibleDelivery, joinTaskOfDelivery } from './visible-deliveries';

export interface ComposeDependencies {
  db: Database;
  secretBox: WebhookSecrets;
  /** Address of an organization by its code name. */
  organizationUrl(codeName: string): string;
}

type Message = Pick<
  TakenLane,
  'delivery_id' | 'event' | 'message_id' | 'subject_id' | 'created_at' | 'integration_user_id'
>;

interface Reader {
  codeName: string;
  actor: Actor;
}

/** Finds the integration with its present roles. @returns undefined if it has none, so that it sees nothing */
const findReader = (db: Database, organizationId: number, userId: number): Promise<Reader | undefined> =>
  withOrganization(db, organizationId, async (tx) => {
    const { rows } = await tx.raw<{ rows: { code_name: string; roles: OrganizationRoleCode[] }[] }>(
      `select o.code_name, m.roles
         from organizations o
         join memberships m on m.organization_id = o.organization_id and m.user_id = :userId
         join users u on u.id = m.user_id and u.is_integration
        where o.organization_id = app_organization_id() and o.deleted_at is null and o.code_name is not null
          and cardinality(m.roles) > 0`,
      { userId },
    );
    const [row] = rows;
    if (!row) return undefined;
    const permissions = permissionsOfRoles(row.roles);
    return {
      codeName: row.code_name,
      actor: { userId, sessionId: '', organizationId, permissions, isSuperAdmin: false },
    };
  });

/** @returns undefined if the reader may not know of the delivery */
const findSubject = (
  db: Database,
  organizationId: number,
  deliveryId: number | null,
  actor: Actor,
): Promise<{ publicTaskId: number | null } | undefined> =>
  withOrganization(db, organizationId, async (tx) => {
    const { rows } = await tx.raw<{ rows: { publicTaskId: number | null }[] }>(
      `select t.public_task_id as "publicTaskId"
         from webhook_deliveries d ${joinTaskOfDelivery}
        where d.id = :deliveryId and ${isVisibleDelivery(actor)}`,
      { ...readerBindings(actor), deliveryId },
    );
    return rows[0];
  });

interface MessageData {
  task?: Task;
  comment?: object;
  attachment?: object;
  publicTaskId?: number;
}

/** Reads what the message tells, with the calls that answer the API. @throws 404 if something became invisible */
const readData = async (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  { event, subject_id: subjectId }: Message,
): Promise<MessageData> => {
  if (event === 'task.deleted') return { publicTaskId };
  const task = await readTask(db, caller, publicTaskId);
  if ((event as WebhookEvent) === 'task.commented')
    return { publicTaskId, task, comment: await getComment(db, caller, publicTaskId, subjectId ?? 0) };
  if (event !== 'task.file-added') return { publicTaskId, task };
  const attachment = task.attachments.find(({ id }) => id === subjectId);
  return { publicTaskId, task, ...(attachment ? { attachment } : {}) };
};

/** Returns `undefined` instead of a 404. */
const unlessInvisible = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isProblem(error) && error.status === 404) return undefined;
    throw error;
  });

const testData = { message: 'This is a test of the webhook.' };

/**
 * Writes the message of a delivery as a CloudEvent, from what the integration may see at this moment.
 *
 * @returns undefined if it may not see the task, comment or file
 */
export const composeMessage = async (
  { db, organizationUrl }: Pick<ComposeDependencies, 'db' | 'organizationUrl'>,
  organizationId: number,
  message: Message,
): Promise<string | undefined> => {
  const { event, message_id: id, created_at: createdAt } = message;
  const reader = await findReader(db, organizationId, message.integration_user_id);
  if (!reader) return undefined;
  const { actor, codeName } = reader;
  const envelope = {
    specversion: '1.0',
    id,
    source: organizationUrl(codeName),
    type: event,
    time: createdAt.toISOString(),
    datacontenttype: 'application/json',
  };
  if (event === webhookTestEvent) return JSON.stringify({ ...envelope, data: testData });
  const subject = await findSubject(db, organizationId, message.delivery_id, actor);
  const publicTaskId = subject?.publicTaskId;
  if (publicTaskId === undefined || publicTaskId === null) return undefined;
  const caller: SignedInCaller = {
    organizationId,
    tenantScope: organizationId,
    actor,
    language: 'en',
    traceparent: '',
  };
  const data = await unlessInvisible(readData(db, caller, publicTaskId, message));
  return data && JSON.stringify({ ...envelope, subject: String(publicTaskId), data });
};

type Signed = Pick<TakenLane, 'message_id' | 'secret' | 'previous_secret' | 'previous_secret_until'>;

/** Secrets that sign a message now, encrypted. */
const listSecrets = (
  { secret, previous_secret: previous, previous_secret_until: until }: Omit<Signed, 'message_id'>,
  now: Date,
): string[] => [secret, ...(previous !== null && until && until > now ? [previous] : [])];

/** Whether the setting has the keys of all secrets that sign. */
export const hasKeys = (secretBox: WebhookSecrets, webhook: Omit<Signed, 'message_id'>): boolean =>
  listSecrets(webhook, new Date()).every((sealed) => secretBox.hasKeyOf(sealed));

/** Returns the headers of Standard Webhooks. During a rotation, both secrets sign. */
export const signMessage = (
  secretBox: WebhookSecrets,
  organizationId: number,
  webhook: Signed,
  body: string,
  now = new Date(),
): Record<string, string> => {
  const { message_id: id } = webhook;
  return {
    'content-type': 'application/cloudevents+json; charset=utf-8',
    'user-agent': 'Obieg-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': listSecrets(webhook, now)
      .map((sealed) => new Webhook(secretBox.open(organizationId, sealed)).sign(id, now, body))
      .join(' '),
  };
};
