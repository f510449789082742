import type { OfferedProvider, OrganizationName } from '@obieg/contracts';
import { organizationNameQuery, useQuery } from '@obieg/web-kit';
import { lazy, Suspense, useEffect, useState } from 'react';
import { withOnDemandMessages } from '../i18n/messages';
import type { ProviderStepProps } from './ProviderStep';

const LazyButtons = lazy(() =>
  withOnDemandMessages(import(/* webpackChunkName: "mf-auth-providers" */ './ProviderButtons')),
);
const LazyStep = lazy(() =>
  withOnDemandMessages(import(/* webpackChunkName: "mf-auth-providers" */ './ProviderStep')),
);

/** A shell of an earlier version keeps the name alone. */
const readProviders = (data: OrganizationName | string | null): readonly OfferedProvider[] =>
  (typeof data === 'object' && data?.identityProviders) || [];

/** Loads the buttons of an organization with providers. The others need no script and no call: the page has a byte limit. */
export const ProviderButtonsPart = () => {
  const { data: providers = [] } = useQuery({ ...organizationNameQuery, select: readProviders });
  // The build renders the first page without them.
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(true), []);
  return isOpen && providers.length > 0 ? (
    <Suspense fallback={null}>
      <LazyButtons providers={providers} />
    </Suspense>
  ) : null;
};

export const ProviderStepPart = (props: ProviderStepProps) => (
  <Suspense fallback={null}>
    <LazyStep {...props} />
  </Suspense>
);
