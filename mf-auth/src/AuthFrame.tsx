import { Heading, PublicFrame, Stack } from '@obieg/ui';
import { productName, useOrganizationName } from '@obieg/web-kit';
import { type ReactNode, useEffect, useRef } from 'react';

interface AuthFrameProps {
  title: string;
  /** Moves the focus to the heading: what stood here, with the focus in it, has just been replaced. */
  focusTitle?: boolean;
  children: ReactNode;
}

/** Around each screen of this remote: the organization that one signs in to, a heading and one thing to do. */
export const AuthFrame = ({ title, focusTitle = false, children }: AuthFrameProps) => {
  const { data: organizationName } = useOrganizationName();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) heading.current?.focus();
  }, [focusTitle]);
  return (
    <PublicFrame productName={productName} organizationName={organizationName ?? undefined}>
      <Stack gap="lg">
        <Heading level={1} ref={heading} focusable={focusTitle}>
          {title}
        </Heading>
        {children}
      </Stack>
    </PublicFrame>
  );
};
