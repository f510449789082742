import { defaultNotificationSettings, notificationReasons } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { planNotificationMails } from '../src/mail/plan-notification-mails';
import type { Fixture } from './fixture';
import {
  type Inbox,
  mailKeyOf,
  type ReadMail,
  reporterEmail,
  startMailer,
  untilMailed,
} from './mail-helpers';
import type { createClock } from './simulated-clock';
import { people } from './simulated-events';
import type { Team } from './simulated-team';

const addressOf = (index: number): string => `user${people[index]}@obieg.test`;
/** Each person has a budget of their own. The last one wants a digest only. */
const budgetOf = (index: number): number => 3 + index;
const digestOnly = people.length - 1;
/** A half day can queue a hundred mails. */
const queueDeadlineMs = 180_000;
/** The first person has no quiet hours. */
const sleepless = 0;

/** Receives the mails of a simulation and checks each at the moment of its arrival. */
export const createMailWatch = async (
  fixture: Fixture,
  inbox: Inbox,
  team: Team,
  clock: ReturnType<typeof createClock>,
) => {
  const problems: string[] = [];
  /** Subject and reason of the mail that showed a comment to a person. */
  const seen = new Map<string, string>();
  const ofDay = new Map<string, number>();
  const stopped = new Set<string>();
  /** The last mail to one of the eight. */
  let last: ReadMail | undefined;
  const count = { task: 0, digest: 0, reporter: 0, comments: 0 };

  for (const index of people.keys())
    await team.call(index, 'PUT', '/api/notification-settings', {
      reasons: Object.fromEntries(notificationReasons.map((reason) => [reason, { inbox: true, mail: true }])),
      digest: index === digestOnly ? 'DAILY' : 'NONE',
      quietHours: index === sleepless ? null : defaultNotificationSettings.quietHours,
      mailsPerDayMax: budgetOf(index),
    });

  const checkOnce = (what: string, { Subject, Text }: ReadMail): void => {
    const shownBy = `${Subject} (${/^Dostajesz .*/m.exec(Text)})`;
    const earlier = seen.get(what);
    if (earlier) problems.push(`sent twice: ${what} in ${earlier} and ${shownBy}`);
    seen.set(what, shownBy);
  };
  /** What a mail shows must be readable for its recipient at this moment. */
  const checkSight = async (index: number, mail: ReadMail): Promise<void> => {
    const { Subject, Text } = mail;
    const shown = team.tasks.filter((id) => `${Subject} ${Text}`.includes(String(id)));
    const pages = await Promise.all(shown.map((id) => team.readTask(index, id)));
    const readable = pages.flatMap(({ texts }) => texts);
    if (shown.length === 0) problems.push(`a mail without a task: ${Text}`);
    for (const [at, { status, view }] of pages.entries())
      if (status !== 200 || view === 'visitor')
        problems.push(`${addressOf(index)} may not read ${shown[at]} (${status} ${view})`);
    for (const [text] of Text.matchAll(/Komentarz \d+\./g)) {
      count.comments += 1;
      checkOnce(`${text} to ${addressOf(index)}`, mail);
      if (!readable.some((content) => content.startsWith(text)))
        problems.push(`${addressOf(index)} may not read ${text}`);
    }
  };
  const checkBudget = (index: number, isDigest: boolean): void => {
    const day = `${isDigest ? 'digests' : 'mails'} of day ${clock.day()} to ${addressOf(index)}`;
    const sent = (ofDay.get(day) ?? 0) + 1;
    ofDay.set(day, sent);
    const max = isDigest ? 1 : index === digestOnly ? 0 : budgetOf(index);
    if (sent > max) problems.push(`${sent} ${day}`);
    if (clock.isNight() && index !== sleepless) problems.push(`${day} in the quiet hours`);
  };
  /** Every mail says why it came, and its link shows what the recipient can mute. */
  const checkLink = async (mail: ReadMail): Promise<void> => {
    if (!/^Dostajesz .*(z powodu: \S|bo to Twoje zgłoszenie)/m.test(mail.Text))
      problems.push(`a mail without a reason: ${mail.Text}`);
    const { status, body } = await fixture.call('POST', '/api/mail-subscriptions', undefined, {
      key: mailKeyOf(mail),
    });
    if (status !== 200 || body.choices.length === 0) problems.push(`a link that mutes nothing: ${mail.Text}`);
  };
  const check = async (mail: ReadMail): Promise<void> => {
    const address = mail.To[0]?.Address ?? '';
    const index = people.findIndex((_, at) => addressOf(at) === address);
    if (stopped.has(address)) problems.push(`a mail to ${address}, who stopped all`);
    if (index < 0) {
      count.reporter += 1;
      // The address of the visitor is not verified: a mail may contain the number, and no news.
      if (address !== reporterEmail || /Komentarz/.test(mail.Text)) problems.push(`news to ${address}`);
      return;
    }
    last = mail;
    await checkSight(index, mail);
    await checkLink(mail);
    if (mail.Text.includes('bo to Twoje zgłoszenie')) {
      // A reporter has no settings of mails, therefore no budget and no quiet hours.
      count.reporter += 1;
      return;
    }
    const isDigest = mail.Subject.startsWith('Podsumowanie dnia');
    count[isDigest ? 'digest' : 'task'] += 1;
    checkBudget(index, isDigest);
  };
  return {
    problems,
    count,
    receive: async (): Promise<void> => {
      await team.deliver();
      await planNotificationMails(fixture.service.db, 0, createLog('test', 'silent'));
      const mailer = startMailer(fixture, inbox.smtpUrl);
      await untilMailed(fixture, queueDeadlineMs);
      await mailer.stop();
      for (const mail of await inbox.listAllMails()) await check(mail);
      await inbox.clear();
    },
    /** The recipient of the last mail stops all mails with one click. */
    stopByOneClick: async (): Promise<void> => {
      const { status } = await fixture.call('POST', `/api/mail-subscriptions/${mailKeyOf(last)}`);
      if (status !== 200) problems.push(`one click answers ${status}`);
      stopped.add(last?.To[0]?.Address ?? '');
    },
  };
};
