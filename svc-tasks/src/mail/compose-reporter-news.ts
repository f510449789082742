import { presentName, reporterLinkDays } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import {
  mailLanguageOf,
  type OutgoingMail,
  oneLine,
  renderMail,
  unsubscribeHeaders,
} from '@obieg/service-kit/mail';
import { nameOf } from '../members/members.repo';
import { presentMentionText, type StoredMention, selectMentions } from '../mentions/comment-mentions';
import { deleteReporterLink, insertReporterLink } from '../reporter-access/reporter-links';
import { isForChosenReaders, newestForChosen, replyHeaders } from './answerable-mail';
import { isMailStopped } from './mail-choices';
import type { MailContext } from './mail-context';
import type { QueuedTaskMail } from './mail-kinds';
import { findMailLanguage } from './reporters';
import { shorten } from './shorten';
import { taskMailTexts } from './task-mail-texts';

interface InformedReporter {
  public_task_id: number;
  title: string;
  user_id: number;
  email: string;
  organization_name: string;
  code_name: string;
}

/** Finds the reporter with the rights of this moment, unless they muted the task. */
const findReporter = async (tx: Tx, taskId: number): Promise<InformedReporter | undefined> => {
  const { rows } = await tx.raw<{ rows: InformedReporter[] }>(
    `select t.public_task_id, t.title, u.id as user_id, lower(u.email) as email,
            o.name as organization_name, o.code_name
       from tasks t
       join users u on u.id = find_informed_reporter(t.organization_id, t.id)
       join organizations o on o.organization_id = t.organization_id
      where t.id = :taskId and o.deleted_at is null and o.code_name is not null
        and not exists (select 1 from task_watches w
          where w.organization_id = t.organization_id and w.task_id = t.id and w.user_id = u.id
            and not w.is_watching)`,
    { taskId },
  );
  return rows[0];
};

interface NewsRow {
  comment_id: number | null;
  is_for_chosen: boolean | null;
  status_name: string | null;
  content: string | null;
  mentions: StoredMention[];
  writer: string | null;
}

/** SQL: the reporter has read the entry of the inbox about the same change. Both are written in its transaction. */
const isReadInInbox = `exists (
  select 1 from notifications i
   where i.organization_id = n.organization_id and i.task_id = n.task_id and i.user_id = :userId
     and i.created_at = n.created_at and i.in_inbox and i.read_at is not null)`;

/** Lists the news of a mail that the task's author may read now and has not read in the inbox. */
const listUnreadNews = async (tx: Tx, mailId: number, userId: number): Promise<NewsRow[]> => {
  const { rows } = await tx.raw<{ rows: NewsRow[] }>(
    `select c.id as comment_id, ${isForChosenReaders('c')} as is_for_chosen, s.status_name, c.content, ${selectMentions} as mentions, case when u.id is not null then ${nameOf('u')} end as writer
       from reporter_news n
       left join status_history s
         on n.kind = 'STATUS' and s.organization_id = n.organization_id and s.id = n.entry_id
       left join comments c
         on n.kind = 'COMMENT' and c.organization_id = n.organization_id and c.id = n.entry_id
        and c.is_visible_to_author and c.deleted_at is null
       left join users u on u.id = c.author_user_id
      where n.mail_id = :mailId and (s.id is not null or c.id is not null) and not ${isReadInInbox}
      order by n.id`,
    { mailId, userId },
  );
  return rows;
};

/** Composes the news of one task for its reporter, with a personal link to it. */
export const composeReporterNews = async (
  tx: Tx,
  { id: mailId, organization_id, task_id: taskId }: QueuedTaskMail,
  { organizationUrl, createKey, createReplyAddress, onWithdraw }: MailContext,
): Promise<OutgoingMail | undefined> => {
  const reporter = taskId === null ? undefined : await findReporter(tx, taskId);
  if (!reporter || taskId === null) return undefined;
  const { email, user_id, code_name, public_task_id: task } = reporter;
  if (await isMailStopped(tx, email, { reason: 'REPORTER_UPDATE', taskId })) return undefined;
  const news = await listUnreadNews(tx, mailId, user_id);
  if (news.length === 0) return undefined;
  const { settingsAddress, unsubscribeAddress } = await createKey(tx, code_name, {
    organization_id,
    kind: 'REPORTER_NEWS',
    email,
    reasons: ['REPORTER_UPDATE'],
    task_id: taskId,
    user_id,
  });
  const key = await insertReporterLink(tx, { organization_id, task_id: taskId, user_id });
  onWithdraw((undoing) => deleteReporterLink(undoing, key));
  const replyAddress = await createReplyAddress(tx, {
    organization_id,
    task_id: taskId,
    user_id,
    comment_id: newestForChosen(news),
  });
  const language = mailLanguageOf(await findMailLanguage(tx, email));
  const { greeting, signature, answerable, settings, news: texts } = taskMailTexts[language];
  const title = shorten(oneLine(reporter.title));
  const subject = texts.subject(task, title);
  return {
    recipient: email,
    subject,
    headers: { ...unsubscribeHeaders(unsubscribeAddress), ...replyHeaders(replyAddress) },
    ...renderMail({
      language,
      subject,
      greeting,
      paragraphs: [texts.intro(task, title, oneLine(reporter.organization_name))],
      entries: news.map(({ status_name, content, mentions, writer }) =>
        status_name === null
          ? {
              heading: texts.comment(presentName(writer ?? '', false)),
              text: presentMentionText(content ?? '', mentions, false),
            }
          : { heading: texts.status(oneLine(status_name)) },
      ),
      link: { address: `${organizationUrl(code_name)}/task/${task}#key=${key}`, label: texts.link },
      notes: [texts.linkNote(reporterLinkDays)],
      signature: replyAddress === undefined ? signature : answerable,
      subscription: { reason: texts.reason, address: settingsAddress, label: settings },
    }),
  };
};
