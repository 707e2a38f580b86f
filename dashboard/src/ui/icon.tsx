/** Outlines on a grid of 16, drawn for this product; they say nothing that no words say beside them. */
const PATHS = {
  brands: 'M2.5 5.5 8 2.5l5.5 3v5L8 13.5l-5.5-3zM2.5 5.5 8 8.5l5.5-3M8 8.5v5',
  overview: 'M2.5 13.5v-5M6.2 13.5v-9M9.8 13.5v-6.5M13.5 13.5v-11',
  visibility:
    'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  prompts: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2zM5.5 6h5M5.5 8h3',
  runs: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.5 5.5l4 2.5-4 2.5z',
  keys: 'M6 13.5A3.5 3.5 0 1 0 6 6.5a3.5 3.5 0 0 0 0 7ZM8.5 7.5l5-5M11 5l2 2',
  webhooks: 'M5.5 5.5a2.5 2.5 0 1 1 4 2l2 3.5M8 5.500l-2.5 5M4.5 8.500a2.5 2.5 0 1 0 2.3 3h4.7',
  settings:
    'M2.5 4.500h6M12 4.500h1.500M2.5 11.500h1.500M7.5 11.500h6M10.2 6.200a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.400ZM5.7 13.200a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.400Z',
  explore: 'M5.5 4.5 2 8l3.5 3.500M10.5 4.5 14 8l-3.5 3.5',
  docs: 'M3.5 2.500h6l3 3v8h-9zM9.5 2.500v3h3M5.5 8.500h5M5.5 11h3',
  status: 'M1.5 8.500h3l2-5 3 9 2-4h3',
  scan: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.7 10.700l3.3 3.3',
  close: 'M3.5 3.500l9 9M12.5 3.500l-9 9',
  check: 'M3 8.500l3.5 3.500L13 4.5',
  copy: 'M5.5 5.500h8v8h-8zM10.5 5.500v-3h-8v8h3',
  up: 'M8 13V3.500M4 7.5 8 3.500l4 4',
  down: 'M8 3v9.500M4 8.500l4 4 4-4',
  plus: 'M8 3v10M3 8h10',
  menu: 'M2.5 4.500h11M2.5 8h11M2.5 11.500h11',
  sun: 'M8 10.500a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 1.500v1.500M8 13v1.500M1.5 8H3M13 8h1.500M3.4 3.400l1.1 1.100M11.5 11.500l1.1 1.100M3.4 12.600l1.1-1.100M11.5 4.500l1.1-1.1',
  moon: 'M13.5 9.500a5.5 5.5 0 0 1-7-7 5.75 5.750 0 1 0 7 7Z',
  screen: 'M2 3h12v8H2zM6 13.500h4M8 11v2.5',
  warn: 'M8 2.500l6 11H2zM8 6.500v3.500M8 11.800v.2',
  out: 'M6.5 2.500h-4v11h4M10 5l3 3-3 3M13 8H6',
  left: 'M10 3.5 5.5 8l4.5 4.5',
  right: 'M6 3.5 10.5 8 6 12.5',
} as const;

export type IconName = keyof typeof PATHS;

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
    <path d={PATHS[name]} />
  </svg>
);
