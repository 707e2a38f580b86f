import type { Storage } from '@graphiql/toolkit';

const TABS = 'graphiql:tabState';

interface StoredTabs {
  tabs: { query: string | null; variables: string | null }[];
  activeTabIndex: number;
}

/** Removes headers, because the stored history would otherwise contain keys. */
const withoutHeaders = (value: string): string => {
  try {
    const stored: unknown = JSON.parse(value);
    return JSON.stringify(stored, (name, part) => (name === 'headers' ? null : part));
  } catch {
    return value;
  }
};

function readActiveTab(part: 'query' | 'variables'): string | null {
  const stored = localStorage.getItem(TABS);
  if (stored === null) return null;
  try {
    const { tabs, activeTabIndex } = JSON.parse(stored) as StoredTabs;
    return tabs[activeTabIndex]?.[part] ?? null;
  } catch {
    return null;
  }
}

/**
 * Storage for GraphiQL in this browser. GraphiQL also stores the open tab separately, slightly earlier or
 * later, and opens an extra tab when the two copies differ. So the separate copy is always read from the tabs.
 */
export const storage: Storage = {
  get length() {
    return localStorage.length;
  },
  getItem(name) {
    if (name === 'graphiql:query') return readActiveTab('query');
    if (name === 'graphiql:variables') return readActiveTab('variables');
    return localStorage.getItem(name);
  },
  setItem(name, value) {
    if (name === 'graphiql:query' || name === 'graphiql:variables') return;
    localStorage.setItem(name, withoutHeaders(value));
  },
  removeItem: (name) => localStorage.removeItem(name),
  clear() {
    const own = Object.keys(localStorage).filter((name) => name.startsWith('graphiql:'));
    for (const name of own) localStorage.removeItem(name);
  },
};
