import { Button, Page, QueryView, SkeletonCard } from '@obieg/ui';
import { Navigate, usePageTitle, useParams } from '@obieg/web-kit';
import type { ComponentProps, ReactNode } from 'react';
import { parseId } from '../browser/parse-id';
import { LoadFailure } from '../failures/LoadFailure';
import { RequireUserManager } from '../guards/RequireUserManager';

interface ConnectionPageProps<T> {
  /** Title until the connection is loaded, and of a refusal. */
  title: string;
  listAddress: string;
  useConnection: (id: number) => ComponentProps<typeof QueryView<T>>['query'];
  /** Title of the page of a connection. */
  nameOf: (connection: T) => string;
  failedText: string;
  backText: string;
  children: (connection: T) => ReactNode;
}

const ConnectionView = <T,>({
  id,
  title,
  listAddress,
  useConnection,
  nameOf,
  failedText,
  backText,
  children,
}: ConnectionPageProps<T> & { id: number }) => {
  const query = useConnection(id);
  usePageTitle(query.data === undefined ? title : nameOf(query.data));
  return (
    <Page>
      <QueryView
        query={query}
        failure={() => (
          <LoadFailure
            title={failedText}
            query={query}
            isWholePage
            actions={<Button to={listAddress}>{backText}</Button>}
          />
        )}
        skeleton={
          <>
            <h1 className="ob-visually-hidden">{title}</h1>
            <SkeletonCard />
          </>
        }
      >
        {children}
      </QueryView>
    </Page>
  );
};

/** The page of the connection that the address names by its id. Other addresses lead to the list. */
export const ConnectionPage = <T,>(props: ConnectionPageProps<T>) => {
  const id = parseId(useParams()['id']);
  if (id === undefined) return <Navigate to={props.listAddress} replace />;
  return (
    <RequireUserManager title={props.title}>
      <ConnectionView key={id} id={id} {...props} />
    </RequireUserManager>
  );
};
