import type { SimulationReply } from '@foyer/core/wire'
import type { Fact } from '@foyer/core/words'
import { expect, test } from 'vitest'
import { type Promised, withSimulation } from './readSimulation.js'
import { sayRequestInEnglish, spokenRequest, words } from './sentences.js'
import {
  allowance,
  type Change,
  coin,
  collection,
  dusd,
  lower,
  network,
  nft,
  other,
  received,
  request,
  simulated,
  spender,
  token,
} from './test/simulated.js'

// What a simulation is said to come to, and when it speaks against what the data says, rule by rule, each where it holds and where it stops.

interface Case {
  readonly promised?: Promised
  readonly facts?: readonly Fact[]
  readonly isRead?: boolean
  readonly isInTurn?: boolean
}
function saidOf(simulation: SimulationReply | undefined, { promised, facts = [], ...more }: Case = {}): string {
  const shown = withSimulation({
    ...{ shown: { ...request, facts }, simulation, network, isRead: true, promised, ...more },
  })
  const { facts: all, warnings, isDeliberate } = spokenRequest(shown, sayRequestInEnglish)
  const lines = all.map(({ label, value, isCode }) => `${label}: ${value}${isCode ? ' #' : ''}`)
  return [isDeliberate ? 'deliberate' : 'plain', ...lines, ...warnings.map((each) => `! ${each}`.slice(0, 40))]
    .filter((line) => line !== 'Simulated at block: 5')
    .join(' | ')
}
const promise = (contract: string | undefined, leaves: bigint, comes: bigint): Promised => ({
  ...{ moves: [{ contract, leaves, comes }], allows: [] },
})
const allowing = (amount: bigint): Promised => ({ moves: [], allows: [{ contract: dusd, spender, amount }] })
const fact = (name: 'request.spender' | 'request.operator' | 'request.allowedAfter', value: string): Fact => ({
  ...{ label: words(name), value, isCode: true },
})
const rows: readonly [string, string, SimulationReply | undefined, Case?][] = [
  ['nothing of what nobody simulated', 'plain', undefined],
  [
    'that a word wasn’t seen to be kept',
    'deliberate',
    undefined,
    { promised: { ...promise(dusd, 0n, 1n), isOnWord: true } },
  ],
  ['nothing of what isn’t known, beside what was read', 'plain', { status: 'unknown', why: 'unreached' }],
  [
    'that it isn’t known, where nothing was read',
    'plain | Simulation: Nothing could be found out',
    { status: 'unknown', why: 'unreached' },
    { isRead: false },
  ],
  ['that nothing moves', 'plain | Simulation: Nothing moves', simulated()],
  [
    'coins that leave, and that come',
    'plain | Leaves, as simulated: 1.5 ETH | Comes, as simulated: 0.000000000000000002 ETH',
    simulated({ changes: [coin('-1500000000000000000'), coin('2')] }),
  ],
  [
    'a token that is listed, and one that isn’t',
    'plain | Comes, as simulated: 0.000001 DUSD | Leaves, as simulated: 2.5 OTH (unlisted, 0x22…2222Cd)',
    simulated({ changes: [token('1'), token('-2500000', { contract: other, symbol: 'OTH', isListed: false })] }),
  ],
  [
    'a token without a name or decimals',
    'plain | Comes, as simulated: 5 of its smallest unit; its decimals aren’t known',
    simulated({ changes: [token('5', { contract: other, symbol: undefined, decimals: undefined, isListed: false })] }),
  ],
  [
    'an NFT, and several of one',
    'plain | Comes, as simulated: PIC #7 (unlisted, 0x22…2222Cd) | Leaves, as simulated: 3 × #8 (unlisted, 0x22…2222Cd)',
    simulated({ changes: [nft('1'), nft('-3', { tokenId: '8', symbol: undefined })] }),
  ],
  [
    'a token that calls itself as another does',
    'plain | Comes, as simulated: 0.000001 DUSD (unlisted, 0x22…2222Cd) | ! It calls itself DUSD, and isn’t the DU',
    simulated({ changes: [token('1', { contract: other, isListed: false })] }),
  ],
  [
    'a token that is called so and listed',
    'plain | Comes, as simulated: 0.000001 DUSD',
    simulated({ changes: [token('1', { contract: other })] }),
  ],
  [
    'what a part of it was asked',
    'plain | Simulation: Nothing moves | Simulated at block: 5, in part: more may move',
    simulated({ by: 'eth_call' }),
  ],
  [
    'what a recipient gets of a token that keeps a part',
    'plain | Leaves, as simulated: 0.0001 DUSD | The recipient gets, as simulated: 0.000098 DUSD',
    simulated({ changes: [token('-100')], received: [received('98')] }),
  ],
  [
    'nothing of what a recipient gets whole',
    'plain | Leaves, as simulated: 0.000098 DUSD',
    simulated({ changes: [token('-98')], received: [received('98')] }),
  ],
  [
    'what each of two recipients gets',
    'plain | Leaves, as simulated: 0.0001 DUSD | The recipient gets, as simulated: 0.000048 DUSD | Goes to: 0x33333333333333333333333333333333333333eF # | The recipient gets, as simulated: 0.00005 DUSD | Goes to: 0x22222222222222222222222222222222222222Cd #',
    simulated({ changes: [token('-100')], received: [received('48'), received('50', { address: other })] }),
  ],
  [
    'nothing of what two get whole',
    'plain | Leaves, as simulated: 0.000098 DUSD',
    simulated({ changes: [token('-98')], received: [received('48'), received('50')] }),
  ],
  [
    'nothing of what a recipient gets of something else',
    'plain | Leaves, as simulated: 0.0001 DUSD',
    simulated({ changes: [token('-100')], received: [received('98', { contract: other })] }),
  ],
  [
    'what each recipient gets of tokens of their own',
    'plain | Leaves, as simulated: 0.0001 DUSD | Leaves, as simulated: 0.000009 OTH | The recipient gets, as simulated: 0.000098 DUSD | The recipient gets, as simulated: 8 of its smallest unit; its decimals aren’t known',
    simulated({
      changes: [token('-100', { contract: lower(dusd) }), token('-9', { contract: other, symbol: 'OTH' })],
      received: [received('98'), received('8', { contract: other, symbol: undefined, decimals: undefined })],
    }),
  ],
  [
    'an allowance',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000007 DUSD | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance('7')] }),
  ],
  [
    'an allowance without a limit',
    'plain | Simulation: Nothing moves | May take afterwards: Unlimited | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance(`${2n ** 159n}`)] }),
  ],
  [
    'an allowance just below that',
    'plain | Simulation: Nothing moves | May take afterwards: 730750818665451459101842416358141509827966271487 DUSD | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance(`${2n ** 159n - 1n}`, { decimals: 0 })] }),
  ],
  [
    'an allowance of what has no name',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000007 tokens (unlisted, 0x11…1111aB) | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance('7', { symbol: undefined, isListed: false })] }),
  ],
  [
    'a whole collection',
    'plain | Simulation: Nothing moves | May take afterwards: Any of PIC (unlisted, 0x22…2222Cd) | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [collection(true)] }),
  ],
  [
    'a collection that is taken back',
    'plain | Simulation: Nothing moves | May take afterwards: Nothing | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [collection(false)] }),
  ],
  [
    'nothing more of an allowance that the data says',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000007 DUSD # | Spender: 0x33333333333333333333333333333333333333ef #',
    simulated({ allowances: [allowance('7')] }),
    {
      facts: [fact('request.allowedAfter', '0.000007 DUSD'), fact('request.spender', lower(spender))],
      promised: allowing(7n),
    },
  ],
  [
    'one more amount where the data says another',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000006 DUSD | May take afterwards: 0.000007 DUSD # | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance('6')] }),
    {
      facts: [fact('request.allowedAfter', '0.000007 DUSD'), fact('request.spender', spender)],
      promised: allowing(7n),
    },
  ],
  [
    'for whom, where the data says another',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000006 DUSD | Spender: 0x33333333333333333333333333333333333333eF # | Spender: 0x22222222222222222222222222222222222222Cd #',
    simulated({ allowances: [allowance('6')] }),
    { facts: [fact('request.spender', other)] },
  ],
  [
    'for whom, where the data says several',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000006 DUSD | Spender: 0x33333333333333333333333333333333333333eF # | Spender: 0x33333333333333333333333333333333333333eF # | Spender: 0x22222222222222222222222222222222222222Cd #',
    simulated({ allowances: [allowance('6')] }),
    { facts: [fact('request.spender', spender), fact('request.spender', other)] },
  ],
  [
    'nothing more of a collection that the data says',
    'plain | Simulation: Nothing moves | Operator: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [collection(true)] }),
    { facts: [fact('request.operator', spender)] },
  ],
  [
    'a collection for whom the data doesn’t say',
    'plain | Simulation: Nothing moves | May take afterwards: Any of PIC (unlisted, 0x22…2222Cd) | Spender: 0x33333333333333333333333333333333333333eF # | Operator: 0x22222222222222222222222222222222222222Cd #',
    simulated({ allowances: [collection(true)] }),
    { facts: [fact('request.operator', other)] },
  ],
  [
    'that it fails, and why',
    'deliberate | Reason: too little | ! As things stand, the network refuses t',
    simulated({ failed: { index: 0, reason: 'too little' } }),
  ],
  [
    'that it fails, without why',
    'deliberate | ! As things stand, the network refuses t',
    simulated({ failed: { index: 2, reason: '' } }),
  ],
  [
    'that the first of several in turn fails',
    'deliberate | ! As things stand, the network refuses t',
    simulated({ failed: { index: 0, reason: '' } }),
    { isInTurn: true },
  ],
  [
    'that a later of several in turn fails',
    'deliberate | ! As things stand, the network refuses c',
    simulated({ failed: { index: 1, reason: '' } }),
    { isInTurn: true },
  ],
  [
    'nothing of promises where it fails',
    'deliberate | ! As things stand, the network refuses t',
    simulated({ failed: { index: 0, reason: '' } }),
    { promised: promise(dusd, 0n, 5n) },
  ],
  [
    'that it varies',
    'deliberate | Simulation: Nothing moves | ! Simulated in two ways, it does differe',
    simulated({ varies: true }),
  ],
  [
    'just what is promised',
    'plain | Comes, as simulated: 0.000005 DUSD',
    simulated({ changes: [token('5')] }),
    { promised: promise(lower(dusd), 0n, 5n) },
  ],
  [
    'less than is promised',
    'deliberate | Comes, as simulated: 0.000004 DUSD | ! The simulation moves something else th',
    simulated({ changes: [token('4')] }),
    { promised: promise(dusd, 0n, 5n) },
  ],
  [
    'less leaving than is promised',
    'plain | Leaves, as simulated: 0.000004 DUSD',
    simulated({ changes: [token('-4')] }),
    { promised: promise(dusd, 5n, 0n) },
  ],
  [
    'more leaving than is promised',
    'deliberate | Leaves, as simulated: 0.000006 DUSD | ! The simulation moves something else th',
    simulated({ changes: [token('-6')] }),
    { promised: promise(dusd, 5n, 0n) },
  ],
  [
    'coins leaving of which nothing is said',
    'deliberate | Leaves, as simulated: 0.000000000000000001 ETH | ! The simulation moves something else th',
    simulated({ changes: [coin('-1')] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'coins as they are promised',
    'plain | Leaves, as simulated: 0.000000000000000001 ETH',
    simulated({ changes: [coin('-1')] }),
    { promised: promise(undefined, 1n, 0n) },
  ],
  [
    'two changes of one token in sum',
    'plain | Comes, as simulated: 0.000003 DUSD | Comes, as simulated: 0.000002 DUSD',
    simulated({ changes: [token('3'), token('2', { contract: lower(dusd) })] }),
    { promised: promise(dusd, 0n, 5n) },
  ],
  [
    'twice what need come',
    'plain | Comes, as simulated: 0.00001 DUSD',
    simulated({ changes: [token('10')] }),
    { promised: promise(dusd, 0n, 5n) },
  ],
  [
    'more than twice of it',
    'deliberate | Comes, as simulated: 0.000011 DUSD | ! You may get far less for it than the s',
    simulated({ changes: [token('11')] }),
    { promised: promise(dusd, 0n, 5n) },
  ],
  [
    'more coming where nothing was promised',
    'plain | Comes, as simulated: 0.000011 DUSD',
    simulated({ changes: [token('11')] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'what is left of both ways',
    'plain | Leaves, as simulated: 0.000002 DUSD',
    simulated({ changes: [token('-2')] }),
    { promised: promise(dusd, 5n, 3n) },
  ],
  [
    'as much allowed as is promised',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000007 DUSD | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance('7')] }),
    { promised: allowing(7n) },
  ],
  [
    'more allowed than is promised',
    'deliberate | Simulation: Nothing moves | May take afterwards: 0.000008 DUSD | Spender: 0x33333333333333333333333333333333333333eF # | ! The simulation moves something else th',
    simulated({ allowances: [allowance('8')] }),
    { promised: allowing(7n) },
  ],
  [
    'more allowed to another',
    'deliberate | Simulation: Nothing moves | May take afterwards: 0.000007 DUSD | Spender: 0x22222222222222222222222222222222222222Cd # | ! The simulation moves something else th',
    simulated({ allowances: [allowance('7', { spender: other })] }),
    { promised: allowing(7n) },
  ],
  [
    'as much allowed as before',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000007 DUSD | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance('7', { before: '7' })] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'less allowed than before',
    'plain | Simulation: Nothing moves | May take afterwards: 0.000006 DUSD | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [allowance('6', { before: '7' })] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'a collection allowed',
    'deliberate | Simulation: Nothing moves | May take afterwards: Any of PIC (unlisted, 0x22…2222Cd) | Spender: 0x33333333333333333333333333333333333333eF # | ! The simulation moves something else th',
    simulated({ allowances: [collection(true)] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'a collection that was allowed',
    'plain | Simulation: Nothing moves | May take afterwards: Any of PIC (unlisted, 0x22…2222Cd) | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [collection(true, { before: true })] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'a collection that isn’t any more',
    'plain | Simulation: Nothing moves | May take afterwards: Nothing | Spender: 0x33333333333333333333333333333333333333eF #',
    simulated({ allowances: [collection(false, { before: true })] }),
    { promised: promise(dusd, 0n, 0n) },
  ],
  [
    'a word that was seen to be kept',
    'plain | Comes, as simulated: 0.000005 DUSD',
    simulated({ changes: [token('5')] }),
    { promised: { ...promise(dusd, 0n, 5n), isOnWord: true } },
  ],
  [
    'a word that wasn’t',
    'deliberate | ! As things stand, the network refuses t',
    simulated({ failed: { index: 0, reason: '' } }),
    { promised: { ...promise(dusd, 0n, 5n), isOnWord: true } },
  ],
  [
    'names of those whom it knows',
    'plain | Simulation: Nothing moves | Spender: Exchange (0x33333333333333333333333333333333333333eF) # | Operator: 0x22222222222222222222222222222222222222Cd #',
    simulated({ names: [{ address: lower(spender), name: 'Exchange' }] }),
    { facts: [fact('request.spender', spender), fact('request.operator', other)] },
  ],
]
test.each(rows)('[F13] of a simulation is said %s', (_, said, simulation, more) =>
  expect(saidOf(simulation, more)).toBe(said),
)

test('[F13] what moves is priced where it is listed and its decimals are known', () => {
  const pricedOf = (...changes: readonly Change[]) => {
    const { facts } = withSimulation({
      ...{
        shown: request,
        simulation: simulated({ changes: [...changes] }),
        network,
        isRead: true,
        promised: undefined,
      },
    })
    return facts.slice(0, changes.length).map(({ priced }) => priced)
  }
  expect(
    pricedOf(
      coin('-5'),
      token('6'),
      token('7', { isListed: false }),
      token('8', { decimals: undefined }),
      nft('1', { isListed: true }),
    ),
  ).toEqual([
    { contract: undefined, amount: 5n, decimals: 18 },
    { contract: dusd, amount: 6n, decimals: 6 },
    ...[undefined, undefined, undefined],
  ])
})
