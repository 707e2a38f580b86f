import { useQuery } from '@apollo/client/react';
import { Link, type LinkProps, useNavigate, useParams } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { graphql } from '../api/graphql.js';
import { Icon, type IconName } from '../ui/icon.js';
import { BESIDE, BRANDS, MORE, OF_API, OF_BRAND } from './places.js';

const BRAND_NAMES = graphql(`
  query BrandNames {
    brands(first: 100) {
      nodes {
        id
        name
      }
    }
  }
`);

const ROW =
  'flex items-center gap-2.5 rounded-[7px] px-2.5 py-1.5 text-sm font-medium no-underline';

const Item = ({ icon, children, ...link }: LinkProps & { icon: IconName; children: ReactNode }) => (
  <li>
    <Link
      {...link}
      className={ROW}
      activeProps={{ className: 'bg-accent-soft text-accent-strong' }}
      inactiveProps={{ className: 'text-ink-soft hover:bg-sunken hover:text-ink' }}
    >
      <Icon name={icon} />
      {children}
    </Link>
  </li>
);

/** Links to pages outside this application, such as the explorer and the API reference. */
const Outside = ({
  href,
  icon,
  children,
}: {
  href: string;
  icon: IconName;
  children: ReactNode;
}) => (
  <li>
    <a href={href} className={clsx(ROW, 'text-ink-soft hover:bg-sunken hover:text-ink')}>
      <Icon name={icon} />
      {children}
    </a>
  </li>
);

const Group = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div className="mt-4">
    {title && <p className="px-2.5 pb-1 text-xs font-medium text-ink-faint">{title}</p>}
    <ul className="grid gap-px">{children}</ul>
  </div>
);

/** Select box to switch to another brand. */
function BrandSwitch({ brandId }: { brandId: string }) {
  const { data } = useQuery(BRAND_NAMES);
  const navigate = useNavigate();
  const brands = data?.brands.nodes ?? [];
  return (
    <select
      aria-label="Brand"
      className="input mb-1 text-sm font-medium"
      value={brandId}
      onChange={(event) =>
        void navigate({
          to: '/dashboard/brands/$brandId',
          params: { brandId: event.target.value },
        })
      }
    >
      {brands.every(({ id }) => id !== brandId) && <option value={brandId}>…</option>}
      {brands.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function Navigation({ environment }: { environment: 'live' | 'test' }) {
  const { brandId } = useParams({ strict: false });
  const exact = { exact: true, includeSearch: false };
  const search = new URLSearchParams({ environment, ...(brandId && { brand: brandId }) });
  return (
    <nav aria-label="Main">
      <Group>
        <Item to={BRANDS.to} activeOptions={exact} icon={BRANDS.icon}>
          {BRANDS.label}
        </Item>
      </Group>
      {brandId !== undefined && (
        <div className="mt-4">
          <BrandSwitch brandId={brandId} />
          <ul className="grid gap-px">
            {OF_BRAND.map(({ to, label, icon }) => (
              <Item
                key={to}
                to={`/dashboard/brands/$brandId${to}`}
                params={{ brandId }}
                {...(to === '' && { activeOptions: exact })}
                icon={icon}
              >
                {label}
              </Item>
            ))}
          </ul>
        </div>
      )}
      <Group title="API">
        {OF_API.map(({ to, label, icon }) => (
          <Item key={to} to={to} icon={icon}>
            {label}
          </Item>
        ))}
        {BESIDE.map(({ to, label, icon }) => (
          <Outside key={to} href={`${to}?${search}`} icon={icon}>
            {label}
          </Outside>
        ))}
      </Group>
      <Group title="More">
        {MORE.map(({ to, label, icon }) => (
          <Item key={to} to={to} icon={icon}>
            {label}
          </Item>
        ))}
      </Group>
    </nav>
  );
}
