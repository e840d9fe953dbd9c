import * as fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { candidatePaths } from './candidatePaths.js'

const [a, b, c, d]: readonly Address[] = ['0xa', '0xb', '0xc', '0xd']

test('one hop, then two, then three, by every way that there is', () => {
  if (!a || !b || !c || !d) expect.fail()
  expect(candidatePaths({ from: a, to: b, connectors: [c, d, c] })).toEqual([
    [a, b],
    [a, c, b],
    [a, d, b],
    [a, c, d, b],
    [a, d, c, b],
  ])
  expect(candidatePaths({ from: a, to: b, connectors: [a, b] })).toEqual([[a, b]])
  expect(candidatePaths({ from: a, to: a, connectors: [c] })).toEqual([])
})

test('no way passes a token twice or has more than three hops, and none comes twice', () => {
  const address = fc.integer({ min: 1, max: 8 }).map((n) => getAddress(`0x${String(n).padStart(40, '0')}`))
  fc.assert(
    fc.property(address, address, fc.array(address, { maxLength: 6 }), (from, to, connectors) => {
      const paths = candidatePaths({ from, to, connectors })
      for (const path of paths) {
        expect([path[0], path.at(-1)]).toEqual([from, to])
        expect(new Set(path).size).toBe(path.length)
        expect(path.length).toBeLessThanOrEqual(4)
      }
      expect(new Set(paths.map(String)).size).toBe(paths.length)
    }),
  )
})
