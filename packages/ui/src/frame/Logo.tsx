/** The product's logo: two arcs that form a cycle. Decorative, because the name is beside it. */
export const LogoMark = ({ size = 28 }: { size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="var(--ob-accent)" />
    <g
      fill="none"
      stroke="var(--ob-on-accent)"
      strokeWidth="2.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M8.2 17.6a8 8 0 0 1 12.4-8.2" />
      <path d="M17.2 10.4l3.8-.7-.7-3.9" />
      <path d="M23.8 14.4a8 8 0 0 1-12.4 8.2" />
      <path d="M14.8 21.6l-3.8.7.7 3.9" />
    </g>
  </svg>
);
