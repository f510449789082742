import { create } from 'qrcode';
import classes from './second-factor.module.css';

/** Empty modules around the code, which scanners need (ISO/IEC 18004). */
const marginModules = 4;

/** QR code as one path. Black on white also in the dark theme, because some scanners read nothing else. */
export const QrCode = ({ value, label }: { value: string; label: string }) => {
  const { data, size } = create(value, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (isDark, index) =>
    isDark ? `M${(index % size) + marginModules} ${Math.floor(index / size) + marginModules}h1v1h-1z` : '',
  ).join('');
  const side = size + 2 * marginModules;
  return (
    <svg className={classes['qr']} viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
};
