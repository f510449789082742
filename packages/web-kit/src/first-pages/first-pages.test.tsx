import { compileMarkup } from '@obieg/build-config/first-pages';
import { remoteContractVersion } from '@obieg/contracts';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { resetPageData } from '../http/page-data';
import { useMessages } from '../i18n/messages';
import { organizationNameQuery, useOrganizationName } from '../identity/organization-name';
import { readFirstData } from '../queries/first-data';
import { describeFirstPages, firstPageValue } from './describe-first-pages';

const nameAddress = '/api/auth/organization-name';
const value = firstPageValue(nameAddress, '/organizationName');

const Page = () => {
  const t = useMessages('mf-test');
  const { data } = useOrganizationName();
  const [rows] = useState(['a', 'b']);
  if (!data) return <p>loading</p>;
  return (
    <main title={`${t('title')} ${data}`}>
      <input className="wide" style={{ width: 7 }} defaultValue="x" />
      {rows.map((row) => (
        <p key={row}>
          {row} {data}!
        </p>
      ))}
    </main>
  );
};

const texts = { title: 'Witaj <' };
const remote = {
  contractVersion: remoteContractVersion,
  routes: [
    {
      path: '/hello',
      lazy: async () => ({
        Component: Page,
        loader: readFirstData((client) => [client.prefetchQuery(organizationNameQuery)]),
      }),
    },
  ],
  messages: { mul: async () => texts, pl: async () => texts, en: async () => texts },
};
const Wrapper = ({ children }: { children: ReactNode }) => <div>{children}</div>;

const render = async (): Promise<string> => {
  const [page] = describeFirstPages({
    id: 'mf-test',
    remote,
    wrapper: Wrapper,
    pages: [
      {
        path: '/hello',
        at: '/hello',
        variants: [{ when: [], responses: { [nameAddress]: { organizationName: value } } }],
      },
    ],
  });
  return (await page?.variants[0]?.render()) ?? '';
};

afterEach(() => {
  document.head.replaceChildren();
  resetPageData();
});

describe('a first page', () => {
  it("is the remote's own page with the data of the document, split at its values", async () => {
    const { nodes, classes, styles } = compileMarkup(await render(), undefined, [nameAddress]);
    const name = { data: nameAddress, pointer: '/organizationName' };
    const [style] = styles;
    const [, styleName] = /^\[data-first-page-style="(\w+)"\]\{width:7px\}$/.exec(style ?? '') ?? [];
    expect(nodes).toEqual([
      '<div><main title="Witaj &#60; ',
      name,
      `"><input class="wide" data-first-page-style="${styleName}" value="x"><p>a `,
      name,
      '!</p><p>b ',
      name,
      '!</p></main></div>',
    ]);
    expect([...classes]).toEqual(['wide']);
  });

  it('leaves a part to its conditions', async () => {
    const when = [{ data: nameAddress, pointer: '/isLong' }];
    const { nodes } = compileMarkup(
      `<ul><li>1</li><li>${value}</li></ul>`,
      (page) => [[page.querySelectorAll('li')[1] as Element, when]],
      [nameAddress],
    );
    expect(nodes).toEqual([
      '<ul><li>1</li>',
      { when, nodes: ['<li>', { data: nameAddress, pointer: '/organizationName' }, '</li>'] },
      '</ul>',
    ]);
  });

  it.each([
    ['a value in an address', `<a href="${value}">x</a>`],
    ['a value in an identifier', `<p id="${value}">x</p>`],
    ['a script', '<script>1</script>'],
    ['a value of data that the route does not read', `<p>${firstPageValue('/api/other', '/a')}</p>`],
  ])('must not contain %s', (_name, markup) => {
    expect(() => compileMarkup(markup, undefined, [nameAddress])).toThrow('first page');
  });
});
