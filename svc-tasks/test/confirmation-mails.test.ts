import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fixture } from './fixture';
import {
  type Inbox,
  reporterEmail,
  startMailer,
  startMailFixture,
  untilMailed,
  verifyReporter,
} from './mail-helpers';
import { confirmTask, submitWithFile, uploadPending } from './pending-helpers';

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
  await verifyReporter(fixture);
});
afterAll(() => stop());
beforeEach(() => inbox.clear());

const sendAll = async (): Promise<void> => {
  const mailer = startMailer(fixture, inbox.smtpUrl);
  await untilMailed(fixture);
  await mailer.stop();
};

describe('the mail that asks to confirm a task', () => {
  it('names the waiting files, and its link passes them on', async () => {
    const { uploadSecret: secret } = (await uploadPending(fixture, { filename: 'umowa zła.com.png' })).body;
    await uploadPending(fixture, { filename: 'b.png', secret });
    const task = await fixture.submit({ createdByEmail: 'pliki@example.com', uploadSecret: secret });
    await sendAll();
    const [mail] = await inbox.listMails('pliki@example.com');
    expect(mail?.Subject).toBe(`Zgłoszenie ${task}: potwierdź adres e-mail`);
    expect(mail?.Text).toContain('* umowa zła.\u2060com.\u2060png');
    expect(mail?.Text).toContain('* b.\u2060png');
    expect(mail?.Text).toContain(
      `/confirm-address#task=${task}&email=pliki%40example.com&file=umowa+z%C5%82a.com.png&file=b.png`,
    );
  });

  it('is also sent to a verified address if files wait, at most five times a day', async () => {
    const email = 'user11@obieg.test';
    const tasks: number[] = [];
    for (let index = 0; index < 6; index++) tasks.push((await submitWithFile(fixture, email)).task);
    await sendAll();
    const subjects = (await inbox.listMails(email)).map(({ Subject }) => Subject);
    expect(subjects).toHaveLength(5);
    expect(subjects).toContain(`Zgłoszenie ${tasks[0]}: potwierdź pliki`);
  });

  it('is not sent if the files were confirmed before', async () => {
    const { task } = await submitWithFile(fixture, reporterEmail);
    await confirmTask(fixture, reporterEmail, task);
    await sendAll();
    expect(await inbox.listMails()).toEqual([]);
  });
});
