export type Settings = Readonly<Record<string, string>>;

/** Given on the command line at each start, so that a newer release's values reach an older folder. */
const DEFAULTS: Settings = {
  listen_addresses: '127.0.0.1',
  // A socket's path may have 107 bytes only, which no data folder promises to keep.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  jit: 'off',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of single statements are logged by whoever sent them; here go the server's own affairs.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
  // An embedded server's clients share its machine: a peer that is silent is gone.
  tcp_keepalives_idle: '60',
};

export function toArguments(port: number, extra: Settings = {}): string[] {
  const settings = { ...DEFAULTS, ...extra, port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
