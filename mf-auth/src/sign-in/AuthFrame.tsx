import { Heading, PublicFrame, Stack } from '@obieg/ui';
import { productName, useOrganizationName } from '@obieg/web-kit';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface AuthFrameProps {
  title: string;
  /** Moves the focus to the heading. Set it when this frame replaces the element that had the focus. */
  shouldFocusTitle?: boolean;
  children: ReactNode;
}

/** Layout of every screen in this remote: organization name, heading and content. */
export const AuthFrame = ({ title, shouldFocusTitle = false, children }: AuthFrameProps) => {
  const { data: organizationName } = useOrganizationName();
  const heading = useRef<HTMLHeadingElement>(null);
  // With the new content at once, so that no key pressed in between is lost.
  useLayoutEffect(() => {
    if (shouldFocusTitle) heading.current?.focus();
  }, [shouldFocusTitle]);
  return (
    <PublicFrame productName={productName} organizationName={organizationName ?? undefined}>
      <Stack gap="lg">
        <Heading level={1} ref={heading} focusable={shouldFocusTitle}>
          {title}
        </Heading>
        {children}
      </Stack>
    </PublicFrame>
  );
};
