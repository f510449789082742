import { type IconName, icons } from './icons';

export interface IconProps {
  name: IconName;
  /** Pixels. */
  size?: number;
  className?: string | undefined;
}

/** Decoration beside words: hidden from screen readers. An icon alone belongs in an `IconButton`. */
export const Icon = ({ name, size = 16, className }: IconProps) => {
  const Shape = icons[name];
  return <Shape size={size} stroke={1.75} className={className} aria-hidden="true" focusable="false" />;
};

/** The icon that a remote's `remote.json` names; a dot for a name that this version does not know. */
export const namedIcon = (name: string): IconName =>
  Object.hasOwn(icons, name) ? (name as IconName) : 'circle';
