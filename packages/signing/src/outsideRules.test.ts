import type { Fact, Outside, ShownRequest, WalletNetwork } from '@foyer/core/words'
import { expect, test } from 'vitest'
import { payeesIn, recipientsIn, resemblingWarnings } from './outside.js'
import { knowing } from './readSimulation.js'
import { sayRequestInEnglish, spokenRequest, words } from './sentences.js'
import { simulated } from './test/simulated.js'
import { withOutside } from './withOutside.js'

// What others than the node know is said of a request, rule by rule, each where it holds and where it stops.

const at = (digit: number) => `0x${`${digit}`.repeat(38)}aB`
const [ann, bob, shop, token] = [at(1), at(2), at(3), at(4)]
const peerUrl = 'https://dapp.example/path'
const network: WalletNetwork = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', rpcUrl: 'https://n.example', tokens: [] },
  currency: { symbol: 'ETH', decimals: 18 },
  contracts: [{ address: shop.toLowerCase(), name: 'Shop\u202e' }],
}
type Label = Parameters<typeof words>[0]
const fact = (name: Label, value: Fact['value'], more: object = {}): Fact => ({ label: words(name), value, ...more })
const to = (address: string, name: Label = 'request.to') => fact(name, address, { isCode: true })
const amount = (value: string, of: bigint, contract?: string, name: Label = 'request.amount') =>
  fact(name, value, { priced: { contract, amount: of, decimals: 18 } })
const shown = (more: Partial<ShownRequest> = {}): ShownRequest => ({
  ...{ title: words('request.send', { token: 'ETH' }), act: words('request.act.send') },
  ...{ facts: [], warnings: [], isDeliberate: false, ...more },
})

async function saidOf(
  request: Partial<ShownRequest>,
  outside: Outside = {},
  on: WalletNetwork = network,
): Promise<string> {
  const said = spokenRequest(
    await withOutside({ shown: shown(request), network: on, outside, peerUrl }),
    sayRequestInEnglish,
  )
  const lines = said.facts.map(({ label, value, isCode }) => `${label}: ${value}${isCode ? ' #' : ''}`)
  const all = [
    said.isDeliberate ? 'deliberate' : 'plain',
    ...lines,
    ...said.warnings.map((each) => `! ${each}`.slice(0, 44)),
  ]
  return Object.entries({ ann, bob, shop, token }).reduce(
    (text, [name, address]) => text.replaceAll(new RegExp(address, 'gi'), name),
    all.join(' | '),
  )
}
const named: Outside = { nameOf: async (address) => (address === ann ? 'ann.eth\u202e' : undefined) }
const priced: Outside = {
  worthOf: async (amounts) =>
    amounts.map(({ amount: of }) => (of === 13n ? undefined : { shown: `$${of}`, usd: of * 10n ** 18n })),
}
const elsewhere = [words('request.warn.otherChain')]
const reading = (...all: readonly ('asked' | 'lost')[]): WalletNetwork => ({
  ...network,
  reads: { answers: new Map(), unread: new Map(all.map((each, index) => [`${index}`, each])) },
})

const rows: readonly [string, string, Partial<ShownRequest>, Outside?, WalletNetwork?][] = [
  [
    'the name of a contract beside another warning than of the chain',
    'plain | To: Shop (shop) # | ! This contract isn’t known here. What is go',
    { facts: [to(shop)], warnings: [words('request.warn.ownWord')] },
  ],
  [
    'whose it is where it is an address, and not where it is a text',
    'plain | To: ann # | Known as: ann.eth | Goes to: ann',
    { facts: [to(ann), fact('request.goesTo', ann)] },
    named,
  ],
  ['nothing, where nobody is asked', 'plain | To: ann # | Amount: 5 ETH', { facts: [to(ann), amount('5 ETH', 5n)] }],
  [
    'whose an address is',
    'plain | To: ann # | Known as: ann.eth | Spender: bob #',
    { facts: [to(ann), to(bob, 'request.spender')] },
    named,
  ],
  [
    'whose it is beside each fact of it',
    'plain | To: ann # | Known as: ann.eth | Goes to: ann # | Known as: ann.eth',
    { facts: [to(ann), to(ann, 'request.goesTo')] },
    named,
  ],
  [
    'nothing of an address that nobody gets something at',
    'plain | Account: ann #',
    { facts: [to(ann, 'request.account')] },
    named,
  ],
  ['nothing of what isn’t an address', 'plain | To: ann', { facts: [fact('request.to', ann)] }, named],
  [
    'the name that a contract is known by here, and no other',
    'plain | To: Shop (shop) #',
    { facts: [to(shop)] },
    { nameOf: async () => 'evil.eth' },
  ],
  [
    'no other name of what has one already',
    'plain | To: Shop (ann) #',
    { facts: [to(`Shop (${ann})`)] },
    { nameOf: async () => 'evil.eth' },
  ],
  [
    'no name by which it is known here of what is on another chain',
    'plain | To: shop # | ! This is for , not for .',
    { facts: [to(shop)], warnings: elsewhere },
    {},
  ],
  [
    'what an amount is worth',
    'plain | Amount: 5 ETH (about $5) | Amount: 7 DUSD (about $7)',
    { facts: [amount('5 ETH', 5n), amount('7 DUSD', 7n, token)] },
    priced,
  ],
  [
    'nothing of what nothing prices',
    'plain | Amount: 13 ETH | Amount: 5 ETH (about $5)',
    { facts: [amount('13 ETH', 13n), amount('5 ETH', 5n)] },
    priced,
  ],
  [
    'nothing of an amount of nothing',
    'plain | Amount: 0 ETH | Amount: 5 ETH (about $5)',
    { facts: [amount('0 ETH', 0n), amount('5 ETH', 5n)] },
    priced,
  ],
  [
    'nothing of what an amount on another chain is worth',
    'plain | Amount: 5 ETH | ! This is for , not for .',
    { facts: [amount('5 ETH', 5n)], warnings: elsewhere },
    priced,
  ],
  [
    'that less is got than is given',
    'deliberate | You give: 100 ETH (about $100) | You get at least: 79 DUSD (about $79) | ! What you get may be worth far less than wh',
    {
      facts: [amount('100 ETH', 100n, undefined, 'request.give'), amount('79 DUSD', 79n, token, 'request.getAtLeast')],
    },
    priced,
  ],
  [
    'that something is read still',
    'deliberate | ! Not all of this is checked yet: what is mi',
    {},
    {},
    reading('lost', 'asked'),
  ],
  ['that something couldn’t be read', 'plain | ! Not all of this could be checked: the netw', {}, {}, reading('lost')],
  ['nothing where all was read', 'plain', {}, {}, reading()],
  [
    'that something is asked still',
    'deliberate | ! Not all of this is checked yet: what is mi',
    {},
    { isOpen: () => true },
  ],
  ['nothing where nothing is asked any more', 'plain', {}, { isOpen: () => false }],
  [
    'what resembles one who was paid',
    'plain | To: 0x11111111777777777777777777777777111111aB # | ! The recipient resembles one that you have ',
    { facts: [to(`${ann.slice(0, 10)}${'7'.repeat(24)}${ann.slice(-8)}`)] },
    { paid: [ann] },
  ],
  [
    'what was said before, too',
    'deliberate | ! This contract isn’t known here. What is go',
    { warnings: [words('request.warn.ownWord')], isDeliberate: true },
  ],
]
test.each(rows)('[F13] of others is said %s', async (_, said, request, outside, on) =>
  expect(await saidOf(request, outside, on)).toBe(said),
)

test('[F13] four recipients at most are looked up by name, those that have one here left out', async () => {
  const asked: string[] = []
  const outside: Outside = { nameOf: async (address) => void asked.push(address) }
  const some = [5, 6, 7, 8, 9].map((digit) => `0x${`${digit}`.repeat(40)}`)
  await saidOf({ facts: [to(shop), ...some.map((each) => to(each))] }, outside)
  expect(asked).toEqual(some.slice(0, 4))
})

test('[F13] nothing is priced of what has no amount', async () => {
  const asked: number[] = []
  const outside: Outside = {
    async worthOf(amounts) {
      asked.push(amounts.length)
      return []
    },
  }
  await saidOf({ facts: [to(ann), amount('0 ETH', 0n)] }, outside)
  await saidOf({ facts: [to(ann), amount('5 ETH', 5n)] }, outside)
  expect(asked).toEqual([1])
})

test('[F14] the operator’s list is asked for the site and each address once, however deep it stands', async () => {
  const asked: unknown[] = []
  const outside: Outside = {
    async listed(of) {
      asked.push(of)
      return { addresses: [`${bob}\u202e`], sites: ['dapp.example'] }
    },
  }
  const solana = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
  const bitcoin = `bc1q${'x'.repeat(38)}`
  const field = (value: string, isCode = true) => ({ name: 'x', value, isCode })
  const said = await saidOf(
    {
      facts: [to(ann), to(ann), to(`Shop (${shop})`), to('0x1234'), fact('request.to', bob), to(solana), to(bitcoin)],
      tree: {
        label: words('request.data'),
        fields: [field(token), field(bob, false), { name: 'y', fields: [field(bob)] }],
      },
    },
    outside,
  )
  expect(asked).toEqual([{ addresses: [ann, shop, solana, bitcoin, token, bob], sites: ['dapp.example'] }])
  expect(said).toMatch(/^deliberate \| .*\| ! .*dapp\.ex.*\| ! /)
  const { warnings } = await withOutside({ shown: shown(), network, outside, peerUrl })
  expect(warnings.map(({ values }) => values)).toEqual([{ site: 'dapp.example' }, { address: bob }])
  asked.pop()
  const none = await withOutside({ shown: shown(), network, outside, peerUrl: 'no address' })
  expect(none.isDeliberate).toBe(true)
  expect(asked[1]).toEqual({ addresses: [], sites: [] })
  const many = Array.from({ length: 101 }, (_, index) => to(`0x${index.toString(16).padStart(40, '0')}`))
  await saidOf({ facts: many }, outside)
  expect(asked[2]).toMatchObject({ addresses: { length: 100 } })
  const unlisted = await saidOf({}, { listed: async () => ({ addresses: [], sites: [] }) })
  expect(unlisted).toBe('plain')
})

test('[F14] who is paid, and who gets something or may take it, each once', () => {
  const facts = [
    to(ann),
    to(ann, 'request.goesTo'),
    to(bob, 'request.spender'),
    to(shop, 'request.operator'),
    to(token, 'request.account'),
    fact('request.to', words('request.nobody'), { isCode: true }),
  ]
  expect(recipientsIn(facts)).toEqual([ann, bob, shop])
  expect(payeesIn(facts)).toEqual([ann])
})

test('[F14] one that looks like another who was paid is warned of, and one that was paid itself isn’t', () => {
  const alike = `${ann.slice(0, 10)}${'7'.repeat(24)}${ann.slice(-8)}`
  const isWarned = (address: string, paid?: readonly string[]) =>
    resemblingWarnings({ facts: [to(address)], paid }).length === 1
  expect([isWarned(alike, [ann]), isWarned(alike, [bob, ann]), isWarned(alike, [bob]), isWarned(alike)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([isWarned(alike, [ann, alike.toLowerCase()]), isWarned(ann.toLowerCase(), [ann])]).toEqual([false, false])
})

test('[F13] a contract that whoever simulates knows by name is known, beside those that are', () => {
  const { contracts: _none, ...bare } = network
  const named = simulated({ names: [{ address: ann, name: 'Exchange' }] })
  const known = { ...network, contracts: [{ address: bob, name: 'Bank' }] }
  expect(knowing(bare, named).contracts).toEqual([{ address: ann, name: 'Exchange' }])
  expect(knowing(known, named).contracts).toEqual([...known.contracts, ...named.names])
  expect([
    knowing(known, simulated()),
    knowing(known, undefined),
    knowing(known, { status: 'unknown', why: 'unreached' }),
  ]).toEqual(Array.from({ length: 3 }, () => known))
})
