import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { toFault } from '../../api/fault.js';
import { Icon } from '../icon.js';

interface Toast {
  id: number;
  text: string;
  isFault: boolean;
}

interface Teller {
  tell(text: string): void;
  /** Shows an error that no form or page displays. */
  tellFault(error: unknown): void;
}

const Context = createContext<Teller>({ tell: () => {}, tellFault: () => {} });

export const useToast = (): Teller => useContext(Context);

const SHOWN_MS = 6_000;
let told = 0;

/** Messages about recent actions. They disappear after 6 seconds; errors stay until dismissed. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const drop = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const teller = useMemo<Teller>(() => {
    const add = (text: string, isFault: boolean) => {
      told += 1;
      const id = told;
      setToasts((shown) => [...shown.slice(-3), { id, text, isFault }]);
      if (!isFault) setTimeout(() => drop(id), SHOWN_MS);
    };
    return {
      tell: (text) => add(text, false),
      tellFault(error) {
        const { message, requestId } = toFault(error);
        add(requestId ? `${message} (request ${requestId})` : message, true);
      },
    };
  }, [drop]);
  return (
    <Context value={teller}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed right-4 bottom-4 z-60 grid w-[min(380px,calc(100vw-32px))] gap-2"
      >
        {toasts.map(({ id, text, isFault }) => (
          <div
            key={id}
            className="pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-raised px-3 py-2.5 text-sm shadow-[0_8px_24px_var(--shadow)] [animation:appear_160ms_ease-out]"
          >
            <span className={isFault ? 'mt-0.5 text-bad' : 'mt-0.5 text-good'}>
              <Icon name={isFault ? 'warn' : 'check'} />
            </span>
            <p className="min-w-0 flex-1">{text}</p>
            <button
              type="button"
              aria-label="Dismiss"
              className="rounded p-0.5 text-ink-faint hover:text-ink"
              onClick={() => drop(id)}
            >
              <Icon name="close" size={14} />
            </button>
          </div>
        ))}
      </div>
    </Context>
  );
}
