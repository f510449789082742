import { type Database, loadConfig, type Tx, withEveryOrganization } from '@obieg/service-kit';
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

const findReader = async (
  tx: Tx,
  codeName: string,
  title: string,
  email: string,
): Promise<Reader | undefined> => {
  const { rows } = await tx.raw<{ rows: Reader[] }>(
    `select t.organization_id, t.id as task_id, u.id as user_id
       from organizations o
       join tasks t on t.organization_id = o.organization_id and t.title = :title and t.deleted_at is null
       join users u on lower(u.email) = lower(:email)
      where o.code_name = :codeName order by t.id desc limit 1`,
    { codeName, title, email },
  );
  return rows[0];
};

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
export const importAnswer = (db: Database, environment: NodeJS.ProcessEnv): Promise<void> => {
  const { ANSWER_ORGANIZATION, ANSWER_TASK, ANSWER_SENDER, ANSWER_TEXT } = loadConfig(schema, environment);
  return withEveryOrganization(db, async (tx) => {
    const found = await findReader(tx, ANSWER_ORGANIZATION, ANSWER_TASK, ANSWER_SENDER);
    if (!found) throw new Error('There is no such reader or task');
    const { organization_id } = found;
    await insertReplyAddress(tx, { ...found, comment_id: null });
    const address = await tx('reply_addresses').where(found).orderBy('id', 'desc').first('id');
    const raw = [...headersOf(ANSWER_SENDER), '', ANSWER_TEXT.replaceAll('\n', '\r\n'), ''].join('\r\n');
    await queueReceivedMail(tx, Buffer.from(raw), { organization_id, reply_address_id: address.id });
  });
};
