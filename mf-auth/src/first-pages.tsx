import { UiProvider } from '@obieg/ui';
import { Link, useLanguage } from '@obieg/web-kit';
import { describeFirstPages, firstPageValue } from '@obieg/web-kit/first-pages';
import type { ReactNode } from 'react';
import remote from './remote';

const Wrapper = ({ children }: { children: ReactNode }) => (
  <UiProvider language={useLanguage()} linkComponent={Link} onLanguageChange={() => undefined}>
    {children}
  </UiProvider>
);

const nameAddress = '/api/auth/organization-name';

/** What a visitor sees before the scripts have run. The build renders it. */
export default describeFirstPages({
  id: 'mf-auth',
  remote,
  wrapper: Wrapper,
  pages: [
    {
      path: '/login',
      at: '/login',
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
