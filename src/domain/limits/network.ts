/** The eight groups of an IPv6 address, expanded; null for any other text. */
function toGroups(address: string): string[] | null {
  // A tail such as 192.0.2.1 is the last two groups.
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number) as [number, number, number, number];
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail, ...more] = plain.split('::');
  if (more.length > 0) return null;
  const split = (text: string) => (text === '' ? [] : text.split(':'));
  const before = split(head);
  const after = split(tail ?? '');
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

/**
 * Network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address, because one
 * customer gets at least a /64 and can use any address in it. Every invalid address counts as
 * `unknown`.
 */
export function toNetwork(address: string): string {
  const plain = address
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/%.*$/, '');
  const four = /^(?:::ffff:)?((?:\d{1,3}\.){3}\d{1,3})(?::\d+)?$/i.exec(plain);
  if (four?.[1] !== undefined) return four[1].split('.').map(Number).join('.');
  const groups = toGroups(plain);
  if (groups === null) return 'unknown';
  const [mapped, high, low] = [groups.slice(0, 6).join(':'), groups[6], groups[7]];
  if (mapped === '0:0:0:0:0:ffff') {
    const bytes = [high, low].flatMap((group) => {
      const number = Number.parseInt(group ?? '0', 16);
      return [number >> 8, number & 255];
    });
    return bytes.join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
