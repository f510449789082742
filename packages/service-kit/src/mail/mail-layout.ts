import type { Language } from '@obieg/contracts';
import { Eta } from 'eta';

export type MailLanguage = 'pl' | 'en';

/** Mails have no mixed language; the default is Polish. */
export const mailLanguageOf = (language: Language): MailLanguage => (language === 'en' ? 'en' : 'pl');

/** Content of a mail. All values are plain text. */
export interface MailContent {
  language: MailLanguage;
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** What happened, oldest first. `text` keeps its line breaks. */
  entries?: { heading: string; text?: string | undefined }[];
  /** Displayed large. */
  code?: string;
  /** From configuration only. */
  link?: { address: string; label: string };
  /** Below code or link. */
  notes: string[];
  /** Names the sender and says that replies are not read. */
  signature: string;
  /** Says why the recipient gets the mail, and leads to the page that stops it. */
  subscription?: { reason: string; address: string; label: string };
}

const html = new Eta({ autoEscape: true, autoTrim: false });
const plain = new Eta({ autoEscape: false, autoTrim: false });

// Mail programs support little CSS: styles are inline, and colours keep their contrast on white and inverted.
const htmlLayout = html.compile(`<!doctype html>
<html lang="<%= it.language %>">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title><%= it.subject %></title>
</head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1f2328;font:16px/1.5 Arial,Helvetica,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:bold">Obieg</p>
<p><%= it.greeting %></p>
<% for (const paragraph of it.paragraphs) { %><p><%= paragraph %></p>
<% } %><% for (const entry of it.entries ?? []) { %><div style="margin:16px 0;padding-left:12px;border-left:3px solid #d0d7de">
<p style="margin:0;font-weight:bold"><%= entry.heading %></p>
<% if (entry.text) { %><p style="margin:4px 0 0;white-space:pre-wrap"><%= entry.text %></p>
<% } %></div>
<% } %><% if (it.code) { %><p style="margin:24px 0;font-size:32px;font-weight:bold;letter-spacing:6px"><%= it.code %></p>
<% } %><% if (it.link) { %><p style="margin:24px 0"><a href="<%= it.link.address %>" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#4338ca;color:#ffffff;text-decoration:none;font-weight:bold"><%= it.link.label %></a></p>
<p style="word-break:break-all"><a href="<%= it.link.address %>" style="color:#4338ca"><%= it.link.address %></a></p>
<% } %><% for (const note of it.notes) { %><p><%= note %></p>
<% } %><p style="margin-top:32px;padding-top:16px;border-top:1px solid #d0d7de;color:#57606a;font-size:14px"><%= it.signature %></p>
<% if (it.subscription) { %><p style="color:#57606a;font-size:14px"><%= it.subscription.reason %> <a href="<%= it.subscription.address %>" style="color:#4338ca"><%= it.subscription.label %></a></p>
<% } %></div>
</body>
</html>
`);

const plainLayout = plain.compile(`<%= it.greeting %>

<% for (const paragraph of it.paragraphs) { %>
<%= paragraph %>

<% } %><% for (const entry of it.entries ?? []) { %>
* <%= entry.heading %>

<% if (entry.text) { %>
<%= entry.text %>

<% } %><% } %><% if (it.code) { %>
    <%= it.code %>

<% } %><% if (it.link) { %>
<%= it.link.address %>

<% } %><% for (const note of it.notes) { %>
<%= note %>

<% } %>
-- 
<%= it.signature %>

<% if (it.subscription) { %>
<%= it.subscription.reason %>

<%= it.subscription.label %>: <%= it.subscription.address %>

<% } %>`);

export interface RenderedMail {
  text: string;
  html: string;
}

/** Renders the text and HTML parts. Escapes everything in HTML. */
export const renderMail = (content: MailContent): RenderedMail => ({
  text: plain
    .render(plainLayout, content)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n'),
  html: html.render(htmlLayout, content),
});

/** Headers of RFC 8058: the recipient's mail program can stop the mails with a POST to the address, without a page. */
export const unsubscribeHeaders = (address: string): Record<string, string> => ({
  'list-unsubscribe': `<${address}>`,
  'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
});

/** Reduces a name to one line, without control characters and direction marks, which could inject text into a mail. */
export const oneLine = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
