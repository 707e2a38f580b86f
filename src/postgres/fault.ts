/** A fault of the embedded server, said in one line with the way out of it. */
export class PostgresFault extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'PostgresFault';
  }
}

const ELSEWHERE = 'set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL of your own';

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file stands where a folder should be',
  EIO: 'the disk reports an error',
};

/** What went wrong with the data folder, in words an operator can act on. */
export function toDiskFault(dataDir: string, error: unknown): Error {
  if (error instanceof PostgresFault) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isRefused = code === 'ENOENT' && syscall === 'mkdir';
  const reason = isRefused ? 'no folder can be made there' : REASONS[code];
  if (!reason) return error as Error;
  return new PostgresFault(
    `The data folder ${dataDir} cannot be used: ${reason} (${code}); ${ELSEWHERE}`,
    { cause: error },
  );
}
