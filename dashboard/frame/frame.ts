import './frame.css';
import icon from '../icon.svg';
import { markSignedIn } from '../src/api/who-was-in.js';
import { BESIDE, BRANDS, MORE, OF_API, OF_BRAND } from '../src/app/places.js';
import { nextTheme, readTheme, setTheme, THEME_ICONS } from '../src/app/theme.js';
import type { IconName } from '../src/ui/icon-paths.js';
import { type Child, drawIcon, element } from './element.js';

/**
 * The dashboard's frame around the explorer and the API reference. It uses plain DOM elements, because each of
 * these pages has its own libraries and should not load those of the dashboard.
 */

export interface Person {
  name: string;
  email: string;
  accountName: string;
  tier: string;
}

/** Reads the environment and the brand from the address; links of the frame keep both. */
export const readPlace = () => {
  const search = new URLSearchParams(location.search);
  const brand = search.get('brand');
  return {
    environment: search.get('environment') === 'test' ? 'test' : 'live',
    brandId: brand !== null && /^[\w-]{1,64}$/.test(brand) ? brand : null,
  };
};

const FRAME_QUERY = `query Frame($brandId: ID!, $hasBrand: Boolean!) {
  me { user { name email } account { name tier } }
  brand(id: $brandId) @include(if: $hasBrand) { name }
}`;

interface FrameAnswer {
  data?: {
    me?: {
      user: { name: string; email: string };
      account: { name: string; tier: string };
    } | null;
    brand?: { name: string } | null;
  } | null;
}

/** Fetches the signed-in person (null if signed out) and the brand's name (null if absent or foreign). */
async function askWho(): Promise<{ person: Person | null; brandName: string | null }> {
  const { environment, brandId } = readPlace();
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-environment': environment },
    body: JSON.stringify({
      query: FRAME_QUERY,
      variables: { brandId: brandId ?? '', hasBrand: brandId !== null },
    }),
  });
  const { data } = (await response.json()) as FrameAnswer;
  const me = data?.me;
  return {
    person: me ? { ...me.user, accountName: me.account.name, tier: me.account.tier } : null,
    brandName: data?.brand?.name ?? null,
  };
}

function themeButton(onChange: () => void): HTMLButtonElement {
  const button = element('button', { type: 'button', class: 'frame-button' });
  const draw = () => {
    const theme = readTheme();
    button.replaceChildren(drawIcon(THEME_ICONS[theme]));
    button.setAttribute('aria-label', `Theme: ${theme}. Switch to ${nextTheme(theme)}`);
    button.title = `Theme: ${theme}`;
  };
  button.addEventListener('click', () => {
    setTheme(nextTheme(readTheme()));
    draw();
    onChange();
  });
  draw();
  return button;
}

/** Sign-out button; redirects to the sign-in page. Calls `onFault` if the request fails. */
function leaveButton(onFault: () => void): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: 'frame-button', 'aria-label': 'Sign out', title: 'Sign out' },
    drawIcon('out'),
  );
  button.addEventListener('click', async () => {
    button.disabled = true;
    const answer = await fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }).catch(() => null);
    button.disabled = false;
    if (!answer?.ok) return onFault();
    markSignedIn(null);
    location.assign('/dashboard/sign-in?reason=signed-out');
  });
  return button;
}

interface Link {
  href: string;
  label: string;
  icon: IconName;
}

function group(title: string | null, links: readonly Link[], here: string): Child[] {
  const items = links.map(({ href, label, icon: name }) =>
    element(
      'li',
      {},
      element(
        'a',
        {
          href,
          class: 'frame-link',
          ...(href.split('?')[0] === here && { 'aria-current': 'page' }),
        },
        drawIcon(name),
        label,
      ),
    ),
  );
  const list = element('ul', { class: 'frame-list' }, ...items);
  return title === null ? [list] : [element('p', { class: 'frame-title' }, title), list];
}

function navigation(here: string, isKnown: boolean, brandName: string | null): HTMLElement {
  const { environment, brandId } = readPlace();
  const search = environment === 'test' ? '?environment=test' : '';
  const beside = new URLSearchParams({
    ...(environment === 'test' && { environment }),
    ...(brandId !== null && { brand: brandId }),
  });
  const toLinks = (places: readonly { to: string; label: string; icon: IconName }[], base = '') =>
    places.map(({ to, label, icon: name }) => ({ href: base + to + search, label, icon: name }));
  const others = BESIDE.map(({ to, label, icon: name }) => ({
    href: [to, beside.toString()].filter(Boolean).join('?'),
    label,
    icon: name,
  }));
  // Without a session the other links would only redirect to the sign-in page.
  const isOpen = ({ to }: { to: string }) => isKnown || !to.startsWith('/dashboard');
  return element(
    'nav',
    { 'aria-label': 'Main' },
    ...(isKnown ? group(null, toLinks([BRANDS]), here) : []),
    ...(isKnown && brandId !== null && brandName !== null
      ? group(brandName, toLinks(OF_BRAND, `/dashboard/brands/${brandId}`), here)
      : []),
    ...group('API', [...toLinks(OF_API.filter(isOpen)), ...others], here),
    ...group('More', toLinks(MORE.filter(isOpen)), here),
  );
}

/** A brand exists in one environment only, so a switch drops it. */
function environmentChoice(here: string): HTMLElement {
  const { environment } = readPlace();
  const links = (['live', 'test'] as const).map((one) =>
    element(
      'a',
      {
        href: one === 'test' ? `${here}?environment=test` : here,
        class: 'frame-environment',
        ...(one === environment && { 'aria-current': 'true' }),
      },
      one === 'test' ? 'Test' : 'Live',
    ),
  );
  const note = element('p', { class: 'frame-note' }, 'Sandbox data, separate from live data');
  const choice = element(
    'div',
    { class: 'frame-choice', role: 'group', 'aria-label': 'Environment' },
    ...links,
  );
  return element(
    'div',
    { class: 'frame-environments' },
    choice,
    ...(environment === 'test' ? [note] : []),
  );
}

function foot(person: Person | null, theme: HTMLButtonElement): HTMLElement {
  const back = encodeURIComponent(`${location.pathname}${location.search}`);
  const who =
    person === null
      ? element('a', { href: `/dashboard/sign-in?back=${back}`, class: 'frame-sign-in' }, 'Sign in')
      : element(
          'div',
          { class: 'frame-person' },
          element('p', { title: person.email }, person.name),
          element(
            'p',
            {},
            person.accountName === person.name
              ? `${person.tier} plan`
              : `${person.tier} · ${person.accountName}`,
          ),
        );
  if (person === null) who.style.marginInlineEnd = 'auto';
  const fault = element('p', { class: 'frame-fault', role: 'alert' });
  const leave = leaveButton(() => {
    fault.textContent = 'Sign-out failed. You are still signed in.';
  });
  return element(
    'div',
    { class: 'frame-foot' },
    who,
    theme,
    ...(person === null ? [] : [leave, fault]),
  );
}

const isDark = matchMedia('(prefers-color-scheme: dark)');
const shownTheme = (): 'light' | 'dark' => {
  const theme = readTheme();
  return theme === 'system' ? (isDark.matches ? 'dark' : 'light') : theme;
};

/**
 * Renders the frame into the page header. Returns the signed-in person, or null. Calls `onTheme`
 * immediately with the current theme and again on each change.
 */
export async function mountFrame(
  here: (typeof BESIDE)[number]['to'],
  onTheme: (theme: 'light' | 'dark') => void,
): Promise<Person | null> {
  const header = document.getElementById('frame') as HTMLElement;
  const tell = () => onTheme(shownTheme());
  isDark.addEventListener('change', tell);
  tell();
  const theme = themeButton(tell);
  const menu = element('div', { class: 'frame-menu', id: 'frame-menu' });
  const toggle = element(
    'button',
    {
      type: 'button',
      class: 'frame-button frame-toggle',
      'aria-expanded': 'false',
      'aria-controls': 'frame-menu',
    },
    drawIcon('menu'),
    'Menu',
  );
  toggle.addEventListener('click', () => {
    const isOpen = menu.classList.toggle('frame-open');
    toggle.setAttribute('aria-expanded', String(isOpen));
    toggle.replaceChildren(drawIcon(isOpen ? 'close' : 'menu'), 'Menu');
  });
  const logo = element(
    'a',
    { href: '/dashboard', class: 'frame-logo' },
    element('img', { src: icon, alt: '', width: '20', height: '20' }),
    'Answerscope',
  );
  header.replaceChildren(
    element('a', { href: '#root', class: 'frame-skip' }, 'Skip to content'),
    element('div', { class: 'frame-top' }, logo, toggle),
    menu,
  );
  const draw = (person: Person | null, brandName: string | null) =>
    menu.replaceChildren(
      ...(person === null ? [] : [environmentChoice(here)]),
      navigation(here, person !== null, brandName),
      foot(person, theme),
    );
  const { person, brandName } = await askWho().catch(() => ({ person: null, brandName: null }));
  draw(person, brandName);
  return person;
}
