import { Button, Notice } from '@obieg/ui';
import { Component, type ComponentType, lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './lazy-part.module.css';
import { useTaskMessages } from './messages';

/** The code of a part did not arrive. */
class PartLostError extends Error {}

interface LostProps {
  isRetrying: boolean;
  onRetry: () => void;
}

/** In the place of the part, which may be out of sight for whoever has pressed a button. */
const Lost = ({ isRetrying, onRetry }: LostProps) => {
  const t = useTaskMessages();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not for one who writes: their field would be scrolled away.
    if (!document.activeElement?.matches('input, textarea'))
      box.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} className={classes['lost']}>
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

interface PartGuardProps extends LostProps {
  children: ReactNode;
  onLost: () => void;
}

/** A class, as only that can catch. What breaks in the part itself is the page's. */
class PartGuard extends Component<PartGuardProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartLostError) this.props.onLost();
  }

  override render(): ReactNode {
    const { children, isRetrying, onRetry } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    if (!(error instanceof PartLostError)) throw error;
    return <Lost isRetrying={isRetrying} onRetry={onRetry} />;
  }
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component whose code is fetched when it is first drawn; lost once, it is lost for ever. */
const fetchWhenDrawn = <Props extends object>(load: Load<Props>) =>
  lazy(() =>
    load().catch((cause: unknown) => {
      throw new PartLostError('The code of a part of the page did not arrive', { cause });
    }),
  ) as unknown as ComponentType<Props>;

/** What whoever opens the part next is given. */
interface Source<Props> {
  load: Load<Props>;
  Newest: ComponentType<Props>;
}

const LazyPart = <Props extends object>({ source, props }: { source: Source<Props>; props: Props }) => {
  const [shown, setShown] = useState({ Part: source.Newest, attempt: 0 });
  const [isRetrying, setIsRetrying] = useState(false);
  const { Part, attempt } = shown;
  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    const arrived = await source.load().catch(() => undefined);
    setIsRetrying(false);
    if (arrived) setShown({ Part: arrived.default, attempt: attempt + 1 });
  };
  return (
    <PartGuard
      key={attempt}
      isRetrying={isRetrying}
      onLost={() => {
        // Not before it is caught: what waits for its code is drawn from the start each time.
        if (source.Newest === Part) source.Newest = fetchWhenDrawn(source.load);
      }}
      onRetry={() => void retry()}
    >
      <Part {...props} />
    </PartGuard>
  );
};

/**
 * A part of a page whose code is fetched when it is shown. React's own `lazy` throws a failure at the whole page, and
 * remembers it: one lost connection would take the page away, and the part until a reload.
 */
export const lazyPart = <Props extends object>(load: Load<Props>): ComponentType<Props> => {
  const source = { load, Newest: fetchWhenDrawn(load) };
  return (props) => <LazyPart source={source} props={props} />;
};
