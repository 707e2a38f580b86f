/** Error of the embedded server. The message is one line and says how to fix the problem. */
export class PostgresFault extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'PostgresFault';
  }
}

const ELSEWHERE = 'set DATA_DIR to another folder, or set DATABASE_URL to your own PostgreSQL';

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'the path is a file, not a folder',
  EIO: 'the disk reports an error',
};

/** Converts a file system error about the data folder to a message for the operator. Other errors are returned as is. */
export function toDiskFault(dataDir: string, error: unknown): Error {
  if (error instanceof PostgresFault) return error;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  const isRefused = code === 'ENOENT' && syscall === 'mkdir';
  const reason = isRefused ? 'no folder can be created there' : REASONS[code];
  if (!reason) return error as Error;
  return new PostgresFault(
    `The data folder ${dataDir} cannot be used: ${reason} (${code}); ${ELSEWHERE}`,
    { cause: error },
  );
}
