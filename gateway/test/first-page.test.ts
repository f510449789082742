import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, startGateway, type TestGateway } from './gateway';
import { release, shell } from './releases';
import { startIdentity, type Upstream } from './upstream';

const globex = { id: 2, name: 'Globex Serwis', codeName: 'globex' };
const address = '/api/tasks/:publicTaskId';
const path = '/task/:publicTaskId';
const at = (pointer: string) => ({ data: address, pointer });

const variant = (language: string, heading: string) => ({
  language,
  when: [at('/title'), { ...at('/isHidden'), isNot: true }],
  nodes: [
    `<h1 title="${heading} `,
    at('/title'),
    '">',
    at('/title'),
    '</h1>',
    { when: [{ ...at('/type'), is: 'FINAL' }], nodes: ['<p>', at('/reason'), '</p>'] },
  ],
});

const firstPages = {
  [path]: {
    css: '@media (width<=9px){.own{color:red}}</style>',
    variants: [variant('mul', 'Zadanie'), variant('en', 'Task')],
  },
};

const shellPages = {
  frame: {
    css: '.frame{}',
    variants: [
      {
        language: 'mul',
        when: [],
        nodes: ['<main title="', at('/title'), '">', { slot: 'page' }, '</main>'],
      },
    ],
  },
};

let gateway: TestGateway;
let identity: Upstream;
let task: unknown;

const releaseTasks = (version: string, content: string, layout: 'bare' | 'frame' = 'bare') =>
  release(gateway, {
    id: 'mf-tasks',
    version,
    files: { 'remoteEntry.js': 'entry', 'first-pages.json': content },
    manifest: { routes: [{ path, access: 'public', layout, data: [address] }] },
  });

beforeAll(async () => {
  identity = await startIdentity([acme, globex]);
  gateway = await startGateway({ environment: { IDENTITY_URL: identity.origin } });
  gateway.tasks.handle = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(task));
  };
  const { files, ...built } = shell('s1');
  await release(gateway, { ...built, files: { ...files, 'first-pages.json': JSON.stringify(shellPages) } });
  await releaseTasks('v1', JSON.stringify(firstPages));
});
afterAll(async () => {
  await gateway.close();
  await identity.close();
});

const open = async (body: unknown, headers: Record<string, string> = {}, host?: string) => {
  task = body;
  const { text, headers: answered } = await gateway.request('GET', '/task/123', {
    headers: { accept: 'text/html', ...headers },
    ...(host === undefined ? {} : { host }),
  });
  const [, language, html] = /<div class="ob-first-page" lang="(\w+)">(.*?)<\/div>/s.exec(text) ?? [];
  return { text, policy: String(answered['content-security-policy']), language, html };
};

describe('the first page', () => {
  it('contains the values of the data as text', async () => {
    const { html, language } = await open({ title: `"><script>alert('1')</script>&` });
    const escaped = '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;';
    expect(html).toBe(`<h1 title="Zadanie ${escaped}">${escaped}</h1>`);
    expect(language).toBe('pl');
  });

  it('has the language that was chosen in the browser', async () => {
    const { html, language } = await open({ title: 'A' }, { cookie: 'obieg_language=en' });
    expect(html).toBe('<h1 title="Task A">A</h1>');
    expect(language).toBe('en');
  });

  it('contains a part if its conditions hold', async () => {
    const { html } = await open({ title: 'A', type: 'FINAL', reason: 5 });
    expect(html).toBe('<h1 title="Zadanie A">A</h1><p>5</p>');
  });

  it('has its own style sheet, which cannot end its element', async () => {
    const { text, policy } = await open({ title: 'A' });
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(text).toContain(
      `<style class="ob-first-page-style" nonce="${nonce}">@media (width<=9px){.own{color:red}}<\\/style></style>`,
    );
  });

  it('stays beside the start screen', async () => {
    expect((await open({ title: 'A' })).text).toContain('<p class="ob-start-text">');
  });

  it.each([
    ['a value is missing', { title: 'A', type: 'FINAL' }, {}],
    ['a value is no text', { title: { a: 1 } }, {}],
    ['a condition does not hold', { title: 'A', isHidden: true }, {}],
    ['the build has no page in the language', { title: 'A' }, { cookie: 'obieg_language=pl' }],
    ['the browser has a session', { title: 'A' }, { cookie: 'obieg_signed_in=1' }],
  ])('is absent if %s', async (_name, body, headers) => {
    const { text, html } = await open(body, headers);
    expect(html).toBeUndefined();
    expect(text).not.toContain('ob-first-page');
    expect(text).toContain('<p class="ob-start-text">');
  });

  it.each([
    ['is no JSON', '{'],
    ['has the shape of another build', JSON.stringify({ [path]: { html: '<b>' } })],
  ])('is absent if the file of the remote %s', async (name, content) => {
    await releaseTasks(`v-${name.length}`, content);
    expect((await open({ title: 'A' })).text).not.toContain('ob-first-page');
    await releaseTasks('v1', JSON.stringify(firstPages));
  });

  it("is in the shell's layout if its route is", async () => {
    await releaseTasks('v-framed', JSON.stringify(firstPages), 'frame');
    const { html, text } = await open({ title: 'A' });
    expect(html).toBe('<main title="A"><h1 title="Zadanie A">A</h1></main>');
    expect(text).toContain('.frame{}@media');
    expect((await open({ title: 'A' }, { cookie: 'obieg_language=en' })).html).toBeUndefined();
    await releaseTasks('v1', JSON.stringify(firstPages));
  });

  it('is that of the canary for its organizations', async () => {
    const canary = { [path]: { css: '', variants: [variant('mul', 'Nowe')] } };
    await release(
      gateway,
      {
        id: 'mf-tasks',
        version: 'v2',
        files: { 'remoteEntry.js': 'entry', 'first-pages.json': JSON.stringify(canary) },
        manifest: { routes: [{ path, access: 'public', layout: 'bare', data: [address] }] },
      },
      { percent: 0, organizations: ['acme'] },
    );
    expect((await open({ title: 'A' })).html).toBe('<h1 title="Nowe A">A</h1>');
    const other = await open({ title: 'A' }, {}, 'globex.obieg.localhost');
    expect(other.html).toBe('<h1 title="Zadanie A">A</h1>');
  });
});
