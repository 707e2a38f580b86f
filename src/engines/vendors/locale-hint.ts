const nameOf = (type: 'region' | 'language', code: string): string | undefined => {
  try {
    return new Intl.DisplayNames('en', { type }).of(code);
  } catch {
    return undefined; // no such code: no hint
  }
};

/** Where the person asks from and in which language, or undefined where that is not worth saying. */
export function toLocaleHint(country: string | null, language: string | null): string | undefined {
  const place = country ? nameOf('region', country.toUpperCase()) : undefined;
  const tongue =
    language && language.toLowerCase() !== 'en' ? nameOf('language', language) : undefined;
  const hints = [
    ...(place === undefined ? [] : [`The person asking is in ${place}.`]),
    ...(tongue === undefined ? [] : [`Answer in ${tongue}.`]),
  ];
  return hints.length === 0 ? undefined : hints.join(' ');
}
