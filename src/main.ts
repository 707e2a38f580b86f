/** Must run on older versions of Node, so that they print a clear message. Loads everything else afterwards. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Answerscope needs Node 22.18 or later; this is ${process.versions.node}. "npm start" uses its own Node.`,
  );
  process.exitCode = 1;
} else {
  // Caches compiled code beside the source. Does nothing when the folder is read-only.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(`${import.meta.dirname}/../.cache`);
  await import('./start.js');
}
