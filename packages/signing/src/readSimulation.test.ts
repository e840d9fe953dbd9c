import type { Simulation, SimulationReply } from '@foyer/core/wire'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PreparedRequest } from './family.js'
import { isWorse, recheckOf, withSimulation } from './readSimulation.js'
import { sayRequestInEnglish, spokenRequest, words } from './sentences.js'

const dusd = '0x1111111111111111111111111111111111111111'
const network = {
  chainId: 'eip155:1',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://n.example',
  tokens: [],
}
const shown = {
  title: words('request.callContract'),
  act: words('request.act.send'),
  facts: [],
  warnings: [words('request.warn.ownWord')],
  isDeliberate: false,
}
const simulated = (more: Partial<Simulation> = {}): Simulation => ({
  ...{ status: 'known', by: 'eth_simulateV1', block: 5, names: [], changes: [], allowances: [] },
  ...more,
})
const token = (amount: string) => ({
  kind: 'token' as const,
  contract: dusd,
  amount,
  symbol: 'DUSD',
  decimals: 6,
  isListed: true,
})
const coin = (amount: string) => ({ kind: 'coin' as const, amount })
const allowed = (after: string) => ({
  ...{ kind: 'token' as const, contract: dusd, spender: dusd, before: '0', after },
  ...{ symbol: 'DUSD', decimals: 6, isListed: true },
})

const collection = {
  ...{ kind: 'collection' as const, contract: dusd, spender: dusd, before: false, after: true },
  ...{ symbol: 'NFT', isListed: false },
}

describe('what would be worse than it was shown', () => {
  const was = simulated({ changes: [coin('-100'), token('1000')] })
  test.each([
    ['the same', simulated({ changes: [coin('-100'), token('1000')], block: 6 }), false],
    ['a hundredth less comes', simulated({ changes: [coin('-100'), token('990')] }), false],
    ['more than that less', simulated({ changes: [coin('-100'), token('989')] }), true],
    ['nothing comes', simulated({ changes: [coin('-100')] }), true],
    ['more leaves', simulated({ changes: [coin('-101'), token('1000')] }), true],
    ['less leaves', simulated({ changes: [coin('-99'), token('1000')] }), false],
    ['something else leaves too', simulated({ changes: [...was.changes, { ...token('-1'), contract: '0x2' }] }), true],
    ['somebody else may take', simulated({ ...was, allowances: [allowed('7')] }), true],
    ['an allowance is used up', simulated({ ...was, allowances: [allowed('0')] }), false],
    ['it varies', simulated({ ...was, varies: true }), true],
    ['it fails', simulated({ ...was, failed: { index: 0, reason: '' } }), true],
  ])('[F13] %s', (_what, is, expected) => {
    expect(isWorse({ was, is })).toBe(expected)
  })
})

describe('a request that was approved', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const asked: PreparedRequest = { kind: 'ask', shown, perform: async () => 'signed' }
  const recheck = (is: SimulationReply) =>
    recheckOf({
      simulation: simulated({ changes: [coin('-100')] }),
      carriedOut: async () => is,
      anew: async () => asked,
    })

  test('[F13] within 15 seconds holds; later it is simulated again, and shown again where it is worse', async () => {
    const worse = recheck(simulated({ changes: [coin('-101')] }))
    vi.advanceTimersByTime(14_999)
    expect(await worse()).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(await worse()).toMatchObject({
      shown: { isDeliberate: true, warnings: [{ name: 'request.warn.simulationChanged' }, {}] },
    })
    const same = recheck(simulated({ changes: [coin('-100')] }))
    vi.advanceTimersByTime(20_000)
    expect(await same()).toBeUndefined()
    const silent = recheck({ status: 'unknown', why: 'unreached' })
    vi.advanceTimersByTime(20_000)
    expect(await silent()).toBeUndefined()
  })
})

describe('what a simulation says', () => {
  const said = (simulation: SimulationReply, more: object = {}) =>
    spokenRequest(
      withSimulation({ shown, simulation, network, isRead: true, promised: undefined, ...more }),
      sayRequestInEnglish,
    )

  test('is told with its block, unlisted tokens with that, and what only a part of was asked', () => {
    const changes = [
      coin('-1500000000000000000'),
      { ...token('2500000'), isListed: false },
      { ...token('-7'), decimals: undefined },
    ]
    const { facts } = said(simulated({ by: 'eth_call', changes }))
    expect(facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Leaves, as simulated: 1.5 ETH',
      'Comes, as simulated: 2.5 DUSD (unlisted, 0x11…111111)',
      'Leaves, as simulated: 7 of its smallest unit; its decimals aren’t known',
      'Simulated at block: 5, in part: more may move',
    ])
    expect(said(simulated()).facts[0]).toEqual({ label: 'Simulation', value: 'Nothing moves' })
  })

  test('isn’t told a second time where the data says it: who may take how much', () => {
    const spender = { label: words('request.spender'), value: dusd.toUpperCase().replace('0X', '0x'), isCode: true }
    const after = { label: words('request.allowedAfter'), value: '0.000007 DUSD' }
    const promised = { moves: [], allows: [{ contract: dusd, spender: dusd, amount: 7n }] }
    const labels = (facts: readonly object[], simulation: Simulation) =>
      said(simulation, { shown: { ...shown, facts }, promised }).facts.map(({ label }) => label)
    const [once, twice] = [simulated({ allowances: [allowed('7')] }), simulated({ allowances: [allowed('6')] })]
    expect(labels([after, spender], once)).toEqual([
      ...['Simulation', 'Simulated at block', 'May take afterwards', 'Spender'],
    ])
    // Another amount is told; whom it is about is known.
    expect(labels([after, spender], twice).filter((label) => label === 'May take afterwards')).toHaveLength(2)
    expect(labels([spender], once)).toEqual([...['Simulation', 'May take afterwards', 'Simulated at block', 'Spender']])
    expect(labels([], once)).toEqual(['Simulation', 'May take afterwards', 'Spender', 'Simulated at block'])
    const operator = { label: words('request.operator'), value: dusd, isCode: true }
    const handed = simulated({ allowances: [collection] })
    expect(labels([operator], handed)).toEqual(['Simulation', 'Simulated at block', 'Operator'])
    expect(labels([], handed)).toContain('May take afterwards')
  })

  test('57: what the recipient gets, where the token keeps a part of it', () => {
    const received = (amount: string) => [
      { address: '0x2', contract: dusd, amount, symbol: 'DUSD', decimals: 6, isListed: true },
    ]
    const sent = (amount: string) => said(simulated({ changes: [token('-100000000')], received: received(amount) }))
    expect(sent('98000000').facts).toContainEqual({ label: 'The recipient gets, as simulated', value: '98 DUSD' })
    expect(sent('100000000').facts.map(({ label }) => label)).not.toContain('The recipient gets, as simulated')
  })

  test('[F13] what comes out otherwise under another block is said, and takes a step of its own, whatever it promises', () => {
    const promised = { moves: [{ contract: dusd, leaves: 0n, comes: 990n }], allows: [] }
    const varied = said(simulated({ changes: [token('1000')], varies: true }), { promised })
    expect(varied.isDeliberate).toBe(true)
    expect(varied.warnings).toContainEqual(expect.stringContaining('Simulated in two ways'))
  })

  test('a failure is warned of with its reason, and takes a step of its own; a promise that is kept takes no warning away', () => {
    const failed = said(simulated({ failed: { index: 0, reason: 'too\u202e little' } }))
    expect(failed.warnings).toContainEqual(expect.stringContaining('network refuses this'))
    expect(failed.facts).toContainEqual({ label: 'Reason', value: 'too little' })
    expect(failed.isDeliberate).toBe(true)
    const inTurn = said(simulated({ failed: { index: 2, reason: '' } }), { isInTurn: true })
    expect(inTurn.warnings).toContainEqual(
      expect.stringContaining('refuses call 3. Those before it are done, and stand'),
    )
    const promised = { moves: [{ contract: dusd, leaves: 0n, comes: 990n }], allows: [] }
    // A contract that isn't known can tell a simulation from the real thing.
    const seen = said(simulated({ changes: [token('1000')] }), { promised })
    expect([seen.warnings, seen.isDeliberate]).toEqual([[expect.stringContaining('its own word')], false])
    // Coins for no more than its word take a step of their own, but where it was seen to be kept.
    const onWord = { promised: { ...promised, isOnWord: true } }
    expect(said(simulated({ changes: [token('1000')] }), onWord).isDeliberate).toBe(false)
    expect(said(simulated({ changes: [token('900')] }), onWord).isDeliberate).toBe(true)
    expect(said({ status: 'unknown', why: 'unreached' }, onWord).isDeliberate).toBe(true)
    // Nor does it help where less than half of that need come.
    expect(said(simulated({ changes: [token('1981')] }), { promised }).warnings.at(-1)).toContain('far less')
    expect(said(simulated({ changes: [token('1980')] }), { promised }).isDeliberate).toBe(false)
    // So does an allowance that is more than the data says, or of which it says nothing; one that is used up doesn't.
    const kept = { promised: { ...promised, allows: [{ contract: dusd, spender: dusd, amount: 7n }] } }
    const some = simulated({ changes: [token('990')], allowances: [allowed('7')] })
    expect(said(some, kept).isDeliberate).toBe(false)
    expect(said({ ...some, allowances: [allowed('8')] }, kept).isDeliberate).toBe(true)
    expect(said({ ...some, allowances: [{ ...allowed('5'), before: '6' }] }, { promised }).isDeliberate).toBe(false)
    expect(said({ ...some, allowances: [collection] }, { promised }).isDeliberate).toBe(true)
    const broken = said(simulated({ changes: [token('989')] }), { promised })
    expect(broken).toMatchObject({
      isDeliberate: true,
      warnings: [{}, expect.stringContaining('something else')].map(() => expect.any(String)),
    })
  })
})
