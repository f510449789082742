import { Button, Notice } from '@obieg/ui';
import { Component, type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTaskMessages, withOnDemandMessages } from '../i18n/messages';
import classes from './lazy-part.module.css';

/** The code of a part could not be loaded. */
class PartLoadError extends Error {}

interface LoadErrorProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** Replaces the part and scrolls itself into view, because the button that opened the part may be far away. */
const LoadErrorNotice = ({ isRetrying, onRetry }: LoadErrorProps) => {
  const t = useTaskMessages();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Do not scroll while the user types: the text field would move out of view.
    if (!document.activeElement?.matches('input, textarea'))
      box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={classes['load-error']}>
      <Notice
        tone="danger"
        actions={
          <Button icon="refresh" loading={isRetrying} onClick={onRetry}>
            {t('part.retry')}
          </Button>
        }
      >
        {t('part.lost')}
      </Notice>
    </div>
  );
};

interface PartErrorBoundaryProps extends LoadErrorProps {
  children: ReactNode;
  onLoadError: () => void;
}

/** Error boundary for loading errors; React supports these only as classes. Rethrows all other errors to the page. */
class PartErrorBoundary extends Component<PartErrorBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartLoadError) this.props.onLoadError();
  }

  override render(): ReactNode {
    const { children, isRetrying, onRetry } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    if (!(error instanceof PartLoadError)) throw error;
    return <LoadErrorNotice isRetrying={isRetrying} onRetry={onRetry} />;
  }
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** React's `lazy`, with loading errors marked. A failed component stays failed, so a retry needs a new one. */
const createLazyComponent = <Props extends object>(load: Load<Props>) =>
  lazy(() =>
    load().catch((cause: unknown) => {
      throw new PartLoadError('Failed to load a part of the page', { cause });
    }),
  ) as unknown as ComponentType<Props>;

/** Shared by all instances of a part; new instances mount `Latest`. */
interface Source<Props> {
  load: Load<Props>;
  Latest: ComponentType<Props>;
}

const LazyPart = <Props extends object>({ source, props }: { source: Source<Props>; props: Props }) => {
  const [shown, setShown] = useState({ Part: source.Latest, attempt: 0 });
  const [isRetrying, setIsRetrying] = useState(false);
  const { Part, attempt } = shown;
  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    const loaded = await source.load().catch(() => undefined);
    setIsRetrying(false);
    if (loaded) setShown({ Part: loaded.default, attempt: attempt + 1 });
  };
  return (
    <PartErrorBoundary
      key={attempt}
      isRetrying={isRetrying}
      onLoadError={() => {
        // Replace the component only after its error was caught. A suspended component remounts on every attempt and
        // must not get a new one each time.
        if (source.Latest === Part) source.Latest = createLazyComponent(source.load);
      }}
      onRetry={() => void retry()}
    >
      <Part {...props} />
    </PartErrorBoundary>
  );
};

/**
 * Returns a component that loads its code and the texts on demand when it renders first.
 * React's `lazy` passes a loading error to the error boundary of the page and caches it. One lost connection would
 * replace the whole page, and the part would fail until a reload.
 */
export const lazyPart = <Props extends object>(loadCode: Load<Props>): ComponentType<Props> => {
  const load = () => withOnDemandMessages(loadCode());
  const source = { load, Latest: createLazyComponent(load) };
  return (props) => <LazyPart source={source} props={props} />;
};
