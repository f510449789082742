import {
  type Database,
  loadConfig,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import * as z from 'zod';
import { insertReplyAddress } from '../reply-addresses/reply-addresses.repo';
import { queueReceivedMail } from './mail-in-queue';

const schema = z.object({
  /** Code name of the organization. */
  ANSWER_ORGANIZATION: z.string().min(1),
  /** Title of the task. */
  ANSWER_TASK: z.string().min(1),
  ANSWER_SENDER: z.email(),
  ANSWER_TEXT: z.string().min(1),
});

interface Reader {
  organization_id: number;
  task_id: number;
  user_id: number;
}

const findReader = async (tx: Tx, title: string, email: string): Promise<Reader | undefined> => {
  const { rows } = await tx.raw<{ rows: Reader[] }>(
    `select t.organization_id, t.id as task_id, u.id as user_id
       from tasks t join users u on lower(u.email) = lower(:email)
      where t.title = :title and t.deleted_at is null order by t.id desc limit 1`,
    { title, email },
  );
  return rows[0];
};

const findOrganization = (db: Database, codeName: string): Promise<number | undefined> =>
  withEveryOrganization(db, async (tx) => {
    const row = await tx('organizations').where({ code_name: codeName }).first('organization_id');
    return row?.organization_id;
  });

const headersOf = (sender: string): string[] => [
  `From: ${sender}`,
  'Subject: Re: Obieg',
  `Message-ID: <import-${Date.now()}@${sender.split('@')[1]}>`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
];

/**
 * Queues an answer of a reader to the newest task with a title, as if it had come by mail. The worker makes a comment of
 * it. @throws if the reader or the task does not exist
 */
export const importAnswer = async (db: Database, environment: NodeJS.ProcessEnv): Promise<void> => {
  const { ANSWER_ORGANIZATION, ANSWER_TASK, ANSWER_SENDER, ANSWER_TEXT } = loadConfig(schema, environment);
  const organizationId = await findOrganization(db, ANSWER_ORGANIZATION);
  if (organizationId === undefined) throw new Error('There is no such organization');
  await withOrganization(db, organizationId, async (tx) => {
    const reader = await findReader(tx, ANSWER_TASK, ANSWER_SENDER);
    if (!reader) throw new Error('There is no such reader or task');
    await insertReplyAddress(tx, { ...reader, comment_id: null });
    const address = await tx('reply_addresses').where(reader).orderBy('id', 'desc').first('id');
    const raw = [...headersOf(ANSWER_SENDER), '', ANSWER_TEXT.replaceAll('\n', '\r\n'), ''].join('\r\n');
    await queueReceivedMail(tx, Buffer.from(raw), {
      organization_id: organizationId,
      reply_address_id: address.id,
    });
  });
};
