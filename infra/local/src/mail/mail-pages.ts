import type { Mail } from './mail-store';

const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] ?? character,
  );

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.3rem; }
ul { list-style: none; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .6rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
dt, .quiet { color: color-mix(in srgb, currentColor 75%, transparent); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
form { display: grid; gap: .6rem; margin-top: 1rem; }
label { display: grid; gap: .2rem; }
input, textarea, button { font: inherit; padding: .4rem; }
button { justify-self: start; }
iframe { background: #fff; border: 1px solid #8888; height: 28rem; width: 100%; }
`;

const page = (title: string, body: string, refreshSeconds?: number): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<style>${style}</style></head><body><main>${body}</main></body></html>`;

const people = (addresses: Mail['To']): string =>
  escapeHtml(addresses.map(({ Name, Address }) => (Name ? `${Name} <${Address}>` : Address)).join(', '));

const time = (iso: string): string =>
  `<time datetime="${iso}">${iso.replace('T', ' ').replace(/\..*/, '')} UTC</time>`;

export const renderMailList = (mails: readonly Mail[]): string => {
  const rows = mails
    .slice(0, 200)
    .map(
      (mail) =>
        `<li><a href="/view/${mail.ID}">${escapeHtml(mail.Subject || '(no subject)')}</a><br><span class="quiet">to ${people(mail.To)}, ${time(mail.Date)}</span></li>`,
    )
    .join('');
  const content = rows ? `<ul>${rows}</ul>` : '<p>No mails yet.</p>';
  return page(
    `Mail inbox (${mails.length})`,
    `<h1>Mail inbox (${mails.length})</h1><p class="quiet">This inbox receives all mails of this installation. None is delivered to its real address.</p><p><a href="/write">Write a mail</a></p>${content}`,
    5,
  );
};

/** Converts URLs in plain text to links and escapes the rest. */
const linkify = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${escapeHtml(part)}" rel="noreferrer">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;

const textField = '<label>Text <textarea name="text" rows="6" required></textarea></label>';

/** What a mail program puts below an answer. */
const quote = ({ From, Date: sent, Text }: Mail): string =>
  [`On ${sent}, ${From.Name || From.Address} <${From.Address}> wrote:`, ...Text.trim().split('\n')]
    .map((line, index) => (index === 0 ? line : `> ${line}`))
    .join('\n');

/** A field for an answer, if the mail can be answered. */
const renderAnswerForm = (mail: Mail): string => {
  const [from] = mail.To;
  const [to] = mail.ReplyTo;
  if (!from || !to) return '';
  return `<h2>Answer</h2><form method="post" action="/send"><p class="quiet">From ${escapeHtml(from.Address)} to ${escapeHtml(to.Address)}. Mail programs quote the mail below the answer; so does this page.</p>
${hidden('from', from.Address)}${hidden('to', to.Address)}${hidden('subject', `Re: ${mail.Subject}`)}${hidden('inReplyTo', mail.MessageID)}${hidden('quote', quote(mail))}
${textField}<button>Send the answer</button></form>`;
};

/** A form for a mail to any address. */
export const renderWritePage = (): string =>
  page(
    'Write a mail',
    `<p><a href="/">All mails</a></p><h1>Write a mail</h1><form method="post" action="/send">
<label>From <input name="from" type="email" required></label>
<label>To <input name="to" type="email" required></label>
<label>Subject <input name="subject" required></label>
${textField}<button>Send</button></form>`,
  );

export const renderSent = (failure: string | undefined): string =>
  page(
    'Mail',
    `<h1>${failure === undefined ? 'Sent' : 'Not sent'}</h1><p>${escapeHtml(failure ?? 'Obieg reads it within a second.')}</p><p><a href="/">All mails</a></p>`,
  );

export const renderMail = (mail: Mail): string =>
  page(
    mail.Subject,
    `<p><a href="/">All mails</a></p><h1>${escapeHtml(mail.Subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${people([mail.From])}</dd><dt>To</dt><dd>${people(mail.To)}</dd><dt>Arrived</dt><dd>${time(mail.Date)}</dd></dl>
${mail.HTML ? `<iframe title="Content of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/view/${mail.ID}/html"></iframe>` : ''}
${mail.Text ? `<h2>Text</h2><pre>${linkify(mail.Text)}</pre>` : ''}
${renderAnswerForm(mail)}`,
  );

export const renderNotFound = (): string =>
  page('Not found', '<h1>Not found</h1><p><a href="/">All mails</a></p>');

/** HTML of the mail for the sandboxed frame. Links open in a new tab. */
export const renderMailFrame = (mail: Mail): string => `<base target="_blank">${mail.HTML}`;
