import { expect, test } from '@jest/globals';
import { toNetwork } from '../../../src/domain/limits/network.js';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test('neighbours in another /64 count apart', () => {
  expect(toNetwork('2001:db8:1:3::1')).not.toBe(toNetwork('2001:db8:1:2::1'));
});

test.each([
  '',
  'unknown',
  'x'.repeat(9_999),
  '1::2::3',
  '1:2:3',
  '12345::',
  '1:2:3:4:5:6:7:8:9',
  '_hidden',
])('what is no address counts as one caller: %j', (address) => {
  expect(toNetwork(address)).toBe('unknown');
});
