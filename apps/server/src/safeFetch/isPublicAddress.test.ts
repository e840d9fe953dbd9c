import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './resolveUrl.js'

test('no IPv4 address within a closed network is public, however it is dressed', () => {
  const closed = fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), fc.nat(255), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), fc.nat(255), fc.nat(255)),
    fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
  )
  fc.assert(
    fc.property(closed, (parts) => {
      const dotted = parts.join('.')
      const [a, b, c, d] = parts.map((part) => part.toString(16).padStart(2, '0'))
      for (const address of [
        dotted,
        `::ffff:${dotted}`,
        `::${dotted}`,
        `64:ff9b::${dotted}`,
        `2002:${a}${b}:${c}${d}::`,
      ]) {
        expect(isPublicAddress(address)).toBe(false)
      }
    }),
  )
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
    '2a00::1',
  ]) {
    expect(isPublicAddress(address)).toBe(true)
  }
  for (const address of ['', 'localhost', '1.2.3', '8.8.8.8%1', '2606:4700::1%eth0'])
    expect(isPublicAddress(address)).toBe(false)
})
