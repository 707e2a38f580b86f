/** Progress bar with a separate part for failures, and an equivalent text for screen readers. */
export const ProgressBar = ({
  label,
  done,
  failed,
  total,
}: {
  label: string;
  done: number;
  failed: number;
  total: number;
}) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={done + failed}
    aria-valuetext={`${done} of ${total}${failed > 0 ? `, ${failed} failed` : ''}`}
    className="flex h-1.5 overflow-hidden rounded-full bg-sunken"
  >
    <div
      className="h-full bg-accent transition-[width] duration-200"
      style={{ width: `${(done / Math.max(1, total)) * 100}%` }}
    />
    <div
      className="h-full bg-warn transition-[width] duration-200"
      style={{ width: `${(failed / Math.max(1, total)) * 100}%` }}
    />
  </div>
);
