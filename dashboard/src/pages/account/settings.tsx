import { Link, Outlet } from '@tanstack/react-router';
import { PageHeader } from '../../ui/page-header.js';

const TAB = '-mb-px border-b-2 px-1 pb-2 text-sm font-medium no-underline';
const HERE = { className: 'border-accent text-ink' };
const ELSEWHERE = { className: 'border-transparent text-ink-soft hover:text-ink' };

const TABS = [
  ['/dashboard/settings', 'Profile'],
  ['/dashboard/settings/team', 'Team'],
  ['/dashboard/settings/engines', 'Engines'],
] as const;

/** Settings of the person, the team and the engines. Brand settings are among the pages of the brand. */
export const Settings = () => (
  <>
    <PageHeader title="Settings" />
    <nav aria-label="Settings" className="mb-5 flex gap-5 border-b border-line">
      {TABS.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={TAB}
          activeProps={HERE}
          inactiveProps={ELSEWHERE}
        >
          {name}
        </Link>
      ))}
    </nav>
    <Outlet />
  </>
);
