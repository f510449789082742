import { Heading, PublicFrame, Stack } from '@obieg/ui';
import { productName, useOrganizationName } from '@obieg/web-kit';
import type { ReactNode } from 'react';

/** Around each screen of this remote: the organization that one signs in to, a heading and one thing to do. */
export const AuthFrame = ({ title, children }: { title: string; children: ReactNode }) => {
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
