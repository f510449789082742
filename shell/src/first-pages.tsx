import { frameKey, remoteContractVersion } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { Link, organizationNameQuery, readFirstData, useLanguage } from '@obieg/web-kit';
import { describeFirstPages, firstPageSlot, firstPageValue } from '@obieg/web-kit/first-pages';
import type { ReactNode } from 'react';
import { shellMessages } from './i18n/shell-messages';
import { FrameLayout } from './layout/FrameLayout';

const Wrapper = ({ children }: { children: ReactNode }) => (
  <UiProvider language={useLanguage()} linkComponent={Link} onLanguageChange={() => undefined}>
    {children}
  </UiProvider>
);

const nameAddress = '/api/auth/organization-name';

/** No entry of the menu that a remote declares is for visitors. */
const layout = {
  contractVersion: remoteContractVersion,
  routes: [
    {
      element: <FrameLayout remotes={[]} />,
      loader: readFirstData((client) => [client.prefetchQuery(organizationNameQuery)]),
      children: [{ path: '*', element: firstPageSlot }],
    },
  ],
  messages: shellMessages.shell,
};

/** The layout of what a visitor sees before the scripts have run. The build renders it. */
export default describeFirstPages({
  id: 'shell',
  remote: layout,
  wrapper: Wrapper,
  pages: [
    {
      path: frameKey,
      data: [nameAddress],
      at: '/task/1',
      variants: [
        {
          when: [],
          responses: {
            [nameAddress]: { organizationName: firstPageValue(nameAddress, '/organizationName') },
          },
        },
      ],
    },
  ],
});
