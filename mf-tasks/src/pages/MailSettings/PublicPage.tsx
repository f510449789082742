import { Heading, PublicFrame, Stack } from '@obieg/ui';
import { productName, useOrganizationName, usePageTitle } from '@obieg/web-kit';
import type { ReactNode } from 'react';

interface PublicPageProps {
  title: string;
  children: ReactNode;
}

/** A page that the link of a mail opens, without a session. */
export const PublicPage = ({ title, children }: PublicPageProps) => {
  usePageTitle(title);
  const { data: organizationName } = useOrganizationName();
  return (
    <PublicFrame productName={productName} organizationName={organizationName ?? undefined}>
      <Stack gap="lg">
        <Heading level={1}>{title}</Heading>
        {children}
      </Stack>
    </PublicFrame>
  );
};
