import { Loading, SkeletonLines } from '@obieg/ui';
import { lazy, Suspense } from 'react';
import { withOnDemandMessages } from '../i18n/messages';
import { AuthFrame } from '../sign-in/AuthFrame';
import type { SecondStepPageProps } from './SecondStepPage';

const LazyPage = lazy(() =>
  withOnDemandMessages(import(/* webpackChunkName: "mf-auth-second-step" */ './SecondStepPage')),
);

/** Loads the second step when it is needed. */
export const SecondStepPart = ({ title, ...props }: SecondStepPageProps & { title: string }) => (
  <Suspense
    fallback={
      <AuthFrame title={title}>
        <Loading>
          <SkeletonLines lines={3} />
        </Loading>
      </AuthFrame>
    }
  >
    <LazyPage {...props} />
  </Suspense>
);
