import { useOrganizationName } from '@obieg/web-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { withOnDemandMessages } from '../i18n/messages';
import type { ProviderStepProps } from './ProviderStep';

const LazyButtons = lazy(() =>
  withOnDemandMessages(import(/* webpackChunkName: "mf-auth-providers" */ './ProviderButtons')),
);
const LazyStep = lazy(() =>
  withOnDemandMessages(import(/* webpackChunkName: "mf-auth-providers" */ './ProviderStep')),
);

/** Loads the buttons after the page: the login page has a byte limit. The main domain has no providers. */
export const ProviderButtonsPart = () => {
  const { data: organizationName } = useOrganizationName();
  // The build renders the first page without them.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  return isOpen && organizationName ? (
    <Suspense fallback={null}>
      <LazyButtons />
    </Suspense>
  ) : null;
};

export const ProviderStepPart = (props: ProviderStepProps) => (
  <Suspense fallback={null}>
    <LazyStep {...props} />
  </Suspense>
);
