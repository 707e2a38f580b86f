// Runs before the first paint, as a script of its own: the page's policy knows no inline ones.
try {
  const theme = localStorage.getItem('answerscope:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
