import type { FirstPageCondition } from '@obieg/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { resetPageData } from '../http/page-data';
import { registerMessages } from '../i18n/messages';
import { queryClientContext } from '../queries/first-data';
import { createQueryClient } from '../queries/react-query';
import type { Remote } from '../remote/define-remote';

/** A value that the gateway fills in from the visitor's data. `data` is an address of the route's `data`. */
export const firstPageValue = (data: string, pointer: string): string => `\uE000${data} ${pointer}\uE001`;

/** The place of the page in a layout. */
export const firstPageSlot = '\uE002';

interface FirstPageVariant {
  /** The data for which this variant is right. All must hold. */
  when: FirstPageCondition[];
  /** Responses by address, as the page reads them, with {@link firstPageValue} in the place of values. */
  responses: Record<string, unknown>;
  /** Elements that are left out unless their conditions hold. */
  findParts?: (page: HTMLElement) => [Element, FirstPageCondition[]][];
}

interface FirstPageDescription {
  /** Path of the route, or key of the layout. */
  path: string;
  /** Addresses that a layout reads. A route's are in `remote.json`. */
  data?: string[];
  /** An address of the route. */
  at: string;
  variants: FirstPageVariant[];
}

interface FirstPagesOptions {
  /** Namespace of the remote's texts. */
  id: string;
  remote: Remote;
  /** Outermost component: the provider of the design system. */
  wrapper: ComponentType<{ children: ReactNode }>;
  pages: FirstPageDescription[];
}

/** As the gateway writes them. */
const writePageData = (responses: Record<string, unknown>): void => {
  const block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'page-data';
  block.textContent = JSON.stringify(
    Object.fromEntries(Object.entries(responses).map(([address, body]) => [address, { body }])),
  );
  document.head.replaceChildren(block);
  resetPageData();
};

/**
 * Describes the first pages of a remote, for `src/first-pages.tsx`. The build renders the remote's own pages with
 * them, in each language; the gateway fills in the values.
 */
export const describeFirstPages = ({ id, remote, wrapper: Wrapper, pages }: FirstPagesOptions) =>
  pages.map(({ path, data, at, variants }) => ({
    path,
    ...(data ? { data } : {}),
    variants: variants.map(({ responses, ...variant }) => ({
      ...variant,
      render: async (): Promise<string> => {
        await registerMessages(id, remote.messages);
        writePageData(responses);
        const client = createQueryClient();
        const router = createMemoryRouter(remote.routes, {
          initialEntries: [at],
          getContext: () => new RouterContextProvider(new Map([[queryClientContext, client]])),
        });
        await new Promise<void>((resolve) => {
          if (router.state.initialized) resolve();
          else router.subscribe(({ initialized }) => initialized && resolve());
        });
        if (router.state.errors) throw Object.values(router.state.errors)[0];
        return renderToStaticMarkup(
          <Wrapper>
            <QueryClientProvider client={client}>
              <RouterProvider router={router} />
            </QueryClientProvider>
          </Wrapper>,
          { identifierPrefix: `${id}-` },
        );
      },
    })),
  }));
