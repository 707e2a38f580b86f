/** The only file an older Node has to understand: it says what is missing instead of failing strangely. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Answerscope needs Node 22.18 or later; this is ${process.versions.node}. "npm start" brings its own.`,
  );
  process.exitCode = 1;
} else {
  // Compiled code is kept beside its source; where nothing can be written, nothing is kept.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(`${import.meta.dirname}/../.cache`);
  await import('./start.js');
}
