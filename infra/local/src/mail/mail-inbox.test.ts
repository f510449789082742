import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestSite } from '../site-client';
import { type MailInbox, startMailInbox } from './mail-inbox';

let folder: string;
let inbox: MailInbox;

const open = () => startMailInbox({ smtpPort: 0, httpPort: 0, folder });
const send = async (mail: object): Promise<void> => {
  const transport = createTransport(inbox.smtpUrl);
  await transport.sendMail({ from: 'Obieg <no-reply@obieg.test>', to: 'anna@acme.test', ...mail });
  transport.close();
};
const getJson = async <T>(path: string): Promise<T> =>
  (await fetch(`${inbox.httpUrl}${path}`)).json() as Promise<T>;
interface List {
  total: number;
  messages: {
    ID: string;
    Subject: string;
    To: { Address: string }[];
    Snippet: string;
    Attachments: number;
  }[];
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-mails-'));
  inbox = await open();
});
afterEach(async () => {
  await inbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('mail inbox', () => {
  it('lists mails as JSON, newest first', async () => {
    await send({
      subject: 'Zażółć gęślą jaźń',
      text: 'Odnośnik: http://acme.obieg.localhost:8080/x?token=abc',
    });
    await send({
      subject: 'second',
      html: '<p>ok</p>',
      attachments: [{ filename: 'a.txt', content: 'four' }],
    });
    const list = await getJson<List>('/api/v1/messages');
    expect(list.total).toBe(2);
    expect(list.messages.map(({ Subject }) => Subject)).toEqual(['second', 'Zażółć gęślą jaźń']);
    expect(list.messages[0]?.Attachments).toBe(1);
    expect(list.messages[1]?.To).toEqual([{ Name: '', Address: 'anna@acme.test' }]);
    expect((await getJson<List>('/api/v1/messages?limit=1&start=1')).messages).toHaveLength(1);
    const mail = await getJson<{ Text: string; From: object }>(`/api/v1/message/${list.messages[1]?.ID}`);
    expect(mail.Text).toContain('token=abc');
    expect(mail.From).toEqual({ Name: 'Obieg', Address: 'no-reply@obieg.test' });
    expect((await fetch(`${inbox.httpUrl}/api/v1/message/none`)).status).toBe(404);
  });

  it('keeps mails after a restart and deletes them on request', async () => {
    await send({ subject: 'remaining', text: 'x' });
    await send({ subject: 'deleted', text: 'x' });
    await inbox.stop();
    inbox = await open();
    const [first] = (await getJson<List>('/api/v1/messages')).messages;
    expect(first?.Subject).toBe('deleted');
    await fetch(`${inbox.httpUrl}/api/v1/messages`, {
      method: 'DELETE',
      body: JSON.stringify({ IDs: [first?.ID] }),
    });
    expect((await getJson<List>('/api/v1/messages')).messages.map(({ Subject }) => Subject)).toEqual([
      'remaining',
    ]);
    await fetch(`${inbox.httpUrl}/api/v1/messages`, { method: 'DELETE' });
    await inbox.stop();
    inbox = await open();
    expect((await getJson<List>('/api/v1/messages')).total).toBe(0);
  });

  it('renders a hostile mail without running its scripts', async () => {
    await send({ subject: '<script>alert(1)</script>', html: '<script>alert(2)</script><p>hello</p>' });
    const [mail] = (await getJson<List>('/api/v1/messages')).messages;
    const list = await fetch(`${inbox.httpUrl}/`);
    expect(await list.text()).toContain('&lt;script&gt;alert(1)');
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await (await fetch(`${inbox.httpUrl}/view/${mail?.ID}`)).text();
    expect(page).not.toContain('<script');
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const frame = await fetch(`${inbox.httpUrl}/view/${mail?.ID}/html`);
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
    expect(frame.headers.get('content-security-policy')).not.toContain('allow-scripts');
    expect((await fetch(`${inbox.httpUrl}/view/none`)).status).toBe(404);
  });

  it('hands mails for the receiver over, and lets the sender send again what it does not take', async () => {
    await inbox.stop();
    const received: string[][] = [];
    let isDown = true;
    inbox = await startMailInbox({
      smtpPort: 0,
      httpPort: 0,
      receiver: async (_raw, recipients) => {
        if (isDown) throw new Error('down');
        received.push([...recipients]);
      },
    });
    await expect(send({ to: 'reply+abc@obieg.test', text: 'x' })).rejects.toMatchObject({
      responseCode: 451,
    });
    isDown = false;
    await send({ to: 'reply+abc@obieg.test', text: 'x' });
    expect(received).toEqual([['reply+abc@obieg.test']]);
    expect((await getJson<List>('/api/v1/messages')).total).toBe(1);
  });

  it('answers a mail from its page, with the quote below, and refuses forms of other pages', async () => {
    await send({ subject: 'Zadanie', text: 'Pytanie?', replyTo: 'reply+abc@obieg.test' });
    const [mail] = (await getJson<List>('/api/v1/messages')).messages;
    const page = await (await fetch(`${inbox.httpUrl}/view/${mail?.ID}`)).text();
    const fields = new URLSearchParams(
      [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
        ([, name = '', value = '']): [string, string] => [
          name,
          value.replaceAll('&gt;', '>').replaceAll('&lt;', '<'),
        ],
      ),
    );
    fields.set('text', 'Odpowiedź');
    const post = (origin: string) =>
      fetch(`${inbox.httpUrl}/send`, { method: 'POST', headers: { origin }, body: fields });
    expect((await post('http://evil.example')).status).toBe(403);
    expect((await post(inbox.httpUrl)).status).toBe(200);
    const [answer] = (await getJson<List>('/api/v1/messages')).messages;
    expect(answer).toMatchObject({ Subject: 'Re: Zadanie', To: [{ Address: 'reply+abc@obieg.test' }] });
    const { Text } = await getJson<{ Text: string }>(`/api/v1/message/${answer?.ID}`);
    expect(Text).toMatch(/^Odpowiedź\n\nOn .* wrote:\n> Pytanie\?/);
  });

  it('rejects host names of other machines', async () => {
    const foreign = await requestSite('GET', `http://evil.example:${inbox.httpPort}/api/v1/messages`);
    expect(foreign.status).toBe(403);
    const own = await requestSite('GET', `http://obieg.localhost:${inbox.httpPort}/api/v1/messages`);
    expect(own.status).toBe(200);
  });
});
