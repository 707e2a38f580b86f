/** Tells the processor time spent since, in milliseconds: what others do beside a test does not count. */
export function watchProcessor(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
