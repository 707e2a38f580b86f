import { PAGE } from '../ui/dialog/focus.js';

/** First focusable element of each page, for keyboard users: skips the navigation. */
export const SkipLink = () => (
  <a
    href={`#${PAGE}`}
    className="sr-only z-70 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
  >
    Skip to content
  </a>
);
