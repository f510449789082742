import type { ReactNode } from 'react';
import { Badge, type BadgeProps } from './Badge';

export type StatusType = 'INITIAL' | 'INTERMEDIATE' | 'FINAL';

const looks: Record<StatusType, Required<Pick<BadgeProps, 'tone' | 'icon'>>> = {
  INITIAL: { tone: 'info', icon: 'initial' },
  INTERMEDIATE: { tone: 'warning', icon: 'intermediate' },
  FINAL: { tone: 'success', icon: 'final' },
};

/** A status in the colour and with the icon of its type (spec 2 §1); the children are its name. */
export const StatusBadge = ({ type, children }: { type: StatusType; children: ReactNode }) => (
  <Badge {...looks[type]}>{children}</Badge>
);
