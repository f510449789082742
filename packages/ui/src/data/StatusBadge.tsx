import type { ReactNode } from 'react';
import { Badge, type BadgeProps } from './Badge';

export type StatusType = 'INITIAL' | 'INTERMEDIATE' | 'FINAL';

const looks: Record<StatusType, Required<Pick<BadgeProps, 'tone' | 'icon'>>> = {
  INITIAL: { tone: 'info', icon: 'initial' },
  INTERMEDIATE: { tone: 'warning', icon: 'intermediate' },
  FINAL: { tone: 'success', icon: 'final' },
};

/**
 * Status name with the color and icon of its type (spec 2 §1). A type of a newer server looks like INTERMEDIATE.
 */
export const StatusBadge = ({
  type,
  isWrapping,
  children,
}: Pick<BadgeProps, 'isWrapping'> & { type: StatusType; children: ReactNode }) => (
  <Badge {...(looks[type] ?? looks.INTERMEDIATE)} {...(isWrapping ? { isWrapping } : {})}>
    {children}
  </Badge>
);
