import { type IconName, icons } from './icons';

export interface IconProps {
  name: IconName;
  /** Width and height in pixels. */
  size?: number;
  className?: string | undefined;
}

/** Decorative icon, hidden from screen readers. For an icon without text use `IconButton`. */
export const Icon = ({ name, size = 16, className }: IconProps) => {
  const Shape = icons[name];
  return <Shape size={size} stroke={1.75} className={className} aria-hidden="true" focusable="false" />;
};

/** Returns the icon that a remote's `remote.json` names, or a dot if this version does not know the name. */
export const toIconName = (name: string): IconName =>
  Object.hasOwn(icons, name) ? (name as IconName) : 'circle';
