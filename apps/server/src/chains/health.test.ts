import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Found, judge, rank } from './health.js'

const at = (head: number, ms = 5): Found => ({ isRightChain: true, head, ms })
const elsewhere: Found = { isRightChain: false, head: 1_000_000, ms: 5 }

test('a node stands by the furthest of its own network', () => {
  const found = [at(100), at(90), at(89), at(100, 1_001), null, elsewhere]
  expect(judge({ found, mostBehind: 10 })).toEqual(['healthy', 'healthy', 'behind', 'slow', 'silent', 'wrong_chain'])
  expect(judge({ found: [null, null], mostBehind: 0 })).toEqual(['silent', 'silent'])
})

describe('the order of asking', () => {
  test('is by health, then as configured; a node of another network is in none', () => {
    expect(rank(['silent', 'behind', 'slow', 'unknown', 'wrong_chain', 'healthy'])).toEqual([3, 5, 2, 1, 0])
    expect(rank(['wrong_chain'])).toEqual([])
  })

  const one = fc.option(fc.record({ isRightChain: fc.boolean(), head: fc.nat(1_000), ms: fc.nat(2_000) }), { freq: 4 })
  test('leaves out no node of the network, and begins with the furthest where all are quick', () => {
    fc.assert(
      fc.property(fc.array(one, { maxLength: 16 }), fc.nat(50), (found, mostBehind) => {
        const order = rank(judge({ found, mostBehind }))
        const allowed = found.flatMap((each, place) => (each?.isRightChain === false ? [] : [place]))
        expect([...order].sort((a, b) => a - b)).toEqual(allowed)
        const heads = found.flatMap((each) => (each?.isRightChain && each.ms <= 1_000 ? [each.head] : []))
        const furthest = Math.max(...found.map((each) => (each?.isRightChain ? each.head : 0)))
        const first = found[order[0] ?? -1]
        if (heads.some((head) => head >= furthest - mostBehind))
          expect(first?.head).toBeGreaterThanOrEqual(furthest - mostBehind)
      }),
    )
  })
})
