/** Returns a function for the CPU time of this process since, in milliseconds; other processes do not count. */
export function watchProcessor(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
