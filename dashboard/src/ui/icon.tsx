import { ICON_PATHS, type IconName } from './icon-paths.js';

export type { IconName };

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    viewBox="0 0 16 16"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className="shrink-0"
  >
    <path d={ICON_PATHS[name]} />
  </svg>
);
