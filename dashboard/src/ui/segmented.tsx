import clsx from 'clsx';

/** Radio buttons drawn as a segmented control. */
export const Segmented = <Value extends string | number>({
  label,
  name,
  value,
  options,
  onChange,
}: {
  label: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) => (
  <fieldset className="inline-flex rounded-[7px] border border-line-strong bg-surface p-0.5">
    <legend className="sr-only">{label}</legend>
    {options.map((option) => (
      <label
        key={option.value}
        className={clsx(
          'cursor-pointer rounded-[5px] px-2.5 py-0.5 text-sm font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-accent',
          option.value === value
            ? 'bg-accent-soft text-accent-strong'
            : 'text-ink-soft hover:text-ink',
        )}
      >
        <input
          type="radio"
          className="sr-only"
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
        {option.label}
      </label>
    ))}
  </fieldset>
);
