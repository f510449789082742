import { Page, PageHead } from '@obieg/ui';

export const Component = () => (
  <Page>
    <PageHead title="Parameter" />
  </Page>
);
