import type { Storage } from '@graphiql/toolkit';

const withoutHeaders = (value: string): string => {
  try {
    const stored: unknown = JSON.parse(value);
    return JSON.stringify(stored, (name, part) => (name === 'headers' ? undefined : part));
  } catch {
    return value;
  }
};

/** What GraphiQL keeps in this browser. Its history would keep the headers too, and so the keys. */
export const storage: Storage = {
  get length() {
    return localStorage.length;
  },
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, value) => localStorage.setItem(name, withoutHeaders(value)),
  removeItem: (name) => localStorage.removeItem(name),
  clear: () => localStorage.clear(),
};
