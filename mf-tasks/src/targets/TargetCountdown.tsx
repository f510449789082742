import type { TaskTarget } from '@obieg/contracts';
import { Badge, useClock } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import { describeTarget, isMissed } from './target-words';

interface TargetCountdownProps {
  target: TaskTarget;
  /** Also names the target. */
  isNamed?: boolean;
}

/** The time of a target that is left. It changes each minute; a missed target has words and an icon besides its colour. */
export const TargetCountdown = ({ target, isNamed = false }: TargetCountdownProps) => {
  const t = useTaskMessages();
  const nowMs = useClock();
  const text = describeTarget(target, nowMs, t);
  const named = isNamed ? `${target.metric}: ${text}` : text;
  return isMissed(target, nowMs) ? (
    <Badge tone="danger" icon="warning" isWrapping>
      {named}
    </Badge>
  ) : (
    <span title={isNamed ? undefined : target.metric}>{named}</span>
  );
};
