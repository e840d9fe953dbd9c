import type { Simulation, SimulationReply } from '@foyer/core/wire'
import { describe, expect, test } from 'vitest'
import type { PreparedRequest } from './family.js'
import { isWorse, recheckOf } from './readSimulation.js'
import { allowance, coin, collection, nft, other, simulated, token } from './test/simulated.js'

// What would be worse than it was shown, rule by rule.

describe('[F13] it would do worse now', () => {
  type Part = Partial<Simulation>
  const whole = { changes: [coin('-100'), token('1000'), nft('1')] }
  const worse: readonly (readonly [string, Part, Part, boolean])[] = [
    [
      'where an NFT of another id comes',
      whole,
      { changes: [coin('-100'), token('1000'), nft('1', { tokenId: '8' })] },
      true,
    ],
    [
      'where a token of another contract comes',
      whole,
      { changes: [coin('-100'), token('1000', { contract: other }), nft('1')] },
      true,
    ],
    [
      'not where something comes that wasn’t shown',
      whole,
      { changes: [...whole.changes, token('1', { contract: other })] },
      false,
    ],
    ['where something leaves that wasn’t shown', {}, { changes: [coin('-1')] }, true],
    ['not where nothing was and is', {}, {}, false],
    ['where more may be taken', { allowances: [allowance('7')] }, { allowances: [allowance('8')] }, true],
    [
      'where less may be taken, which is another',
      { allowances: [allowance('7')] },
      { allowances: [allowance('6')] },
      true,
    ],
    ['not where as much may be', { allowances: [allowance('7')] }, { allowances: [allowance('7')] }, false],
    [
      'where as much may be taken by another',
      { allowances: [allowance('7')] },
      { allowances: [allowance('7', { spender: other })] },
      true,
    ],
    ['where a collection is handed over', {}, { allowances: [collection(true)] }, true],
    ['not where one is taken back', {}, { allowances: [collection(false)] }, false],
    ['not where it failed before', { failed: { index: 0, reason: '' } }, { failed: { index: 0, reason: '' } }, false],
    ['not where it varied before', { varies: true }, { varies: true }, false],
    ['not where it varies no more', { varies: true }, {}, false],
    ['not where it fails no more', { failed: { index: 0, reason: '' } }, {}, false],
  ]
  test.each(worse)('%s', (_, was, is, expected) => {
    expect(isWorse({ was: simulated(was), is: simulated(is) })).toBe(expected)
  })
})

test('[F13] what was never simulated isn’t again; what is refused when it is prepared anew is refused', async () => {
  const refusal: PreparedRequest = { kind: 'refuse', failure: { code: 1, message: 'No.' } }
  const later = Date.now() + 60_000
  const anew = async () => refusal
  const check = async (simulation: SimulationReply | undefined, again: SimulationReply) => {
    const recheck = recheckOf({ simulation, carriedOut: async () => again, anew })
    const { now } = Date
    Date.now = () => later
    return recheck().finally(() => {
      Date.now = now
    })
  }
  const worse = simulated({ changes: [coin('-2')] })
  expect(await check(undefined, worse)).toBeUndefined()
  expect(await check({ status: 'unknown', why: 'unreached' }, worse)).toBeUndefined()
  expect(await check(simulated({ changes: [coin('-1')] }), worse)).toBe(refusal)
})
