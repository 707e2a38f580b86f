import { AppError } from '../../errors.js';

interface Fault {
  field: string | undefined;
  message: string;
}

/** Runs a check; undefined where it found a fault, which is kept. */
type Attempt = <T>(check: () => T) => T | undefined;

const faultsOf = ({ message, details }: AppError): Fault[] =>
  (details?.faults as Fault[] | undefined) ?? [{ field: details?.field, message }];

/**
 * Runs many checks and throws one BAD_INPUT that names all their faults, in their order, also in `details.faults`.
 * What a check with a fault would have given is undefined, but then nothing is returned.
 */
export function nameAllFaults<T>(read: (attempt: Attempt) => T): T {
  const errors: AppError[] = [];
  const value = read((check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'BAD_INPUT')) throw error;
      errors.push(error);
      return undefined;
    }
  });
  const [first, second] = errors;
  if (first === undefined) return value;
  if (second === undefined) throw first;
  throw new AppError('BAD_INPUT', errors.map(({ message }) => message).join('; '), {
    details: { ...first.details, faults: errors.flatMap(faultsOf) },
  });
}
