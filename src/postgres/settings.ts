export type Settings = Readonly<Record<string, string>>;

/** Passed on the command line at each start, so that new values apply to existing folders. */
const DEFAULTS: Settings = {
  listen_addresses: '127.0.0.1',
  // The path of a socket is limited to 107 bytes, which a data folder may exceed.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements are logged by their callers; this log is for the server itself.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // Clients run on the same machine, so one that does not respond is gone.
  tcp_keepalives_idle: '60',
};

export function toArguments(port: number, extra: Settings = {}): string[] {
  const settings = { ...DEFAULTS, ...extra, port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
