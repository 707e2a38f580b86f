import { expect, test } from '@jest/globals';
import { isPublicAddress } from '../../src/domain/public-address.js';

/** The special-purpose registries of IANA: an address of each range. */
const SPECIAL = `
  0.0.0.0 0.255.255.255 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
  169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.8 192.0.0.170 192.0.2.1
  192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1
  64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 100:0:0:1::1
  2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1 2001:1ff::1 2001:db8::1 2002:7f00:1:: 2002:a00:1::
  2620:4f:8000::1 3fff::1 3fff:fff::1 5f00::1 4000::1 fc00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 ff0e::1`
  .trim()
  .split(/\s+/);
const PUBLIC =
  `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255
  2606:4700::1111 2001:200::1 2001:4860:4860::8888 2a00:1450:4001::1 2003::1`
    .trim()
    .split(/\s+/);

test.each(SPECIAL)('%s is nothing that anybody may dial', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '',
  'localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '1.1.1.1.',
  '[::1]',
  'fe80::1%eth0',
  '1.1.1.1/8',
])('%j is no address, and so not public', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
