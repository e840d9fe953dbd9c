import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksLike } from '../chain/lookAlike.js'
import { type SendAsset, warningsOf } from './form.js'
import { counterpartiesIn } from './holdings.js'
import { paidRecipients, rememberPaid } from './paid.js'

const known = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const poisoned = '0xd8DA6b0000000000000000000000000000096045'
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dusd = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const tokens = [{ address: dusd, value: 1n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' }]

const warn = (to: string, { paid = [], met = [] }: { readonly paid?: string[]; readonly met?: string[] } = {}) =>
  warningsOf({ to, own: [own], paid, met, asset: { type: 'coin' }, tokens, isSame })

test('[F14] an address that looks like one that was paid before is pointed out', () => {
  expect(warn(poisoned, { paid: [known] })).toEqual([{ type: 'lookalike', known }])
  expect(warn(known.toLowerCase(), { paid: [known] })).toEqual([])
  expect(warn(poisoned)).toEqual([])
})

test('[F14] one that paid in is no reason to trust it: anybody can', () => {
  expect(warn(poisoned, { paid: [known], met: [poisoned] })).toEqual([{ type: 'lookalike', known }])
  expect(warn(known, { paid: [known], met: [poisoned] })).toEqual([])
})

test('[F14] one that looks like the sender’s own is pointed out too', () => {
  const alike = `${own.slice(0, 8)}${'0'.repeat(28)}${own.slice(-6)}`
  expect(warn(alike)).toEqual([{ type: 'lookalike', known: own }])
})

test('the sender’s own account and a token’s contract are pointed out', () => {
  expect(warn(own.toLowerCase())).toEqual([{ type: 'own' }])
  expect(warn(dusd)).toEqual([{ type: 'contract', symbol: 'DUSD' }])
})

test('[F14] the same four letters at both ends are enough, in either case; chance doesn’t do it', () => {
  const digits = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  fc.assert(
    fc.property(digits, digits, (one, middle) => {
      const alike = `0x${one.slice(0, 4).toUpperCase()}${middle.slice(4, -4)}${one.slice(-4)}`
      expect(looksLike({ address: alike, known: `0x${one}`, isSame })).toBe(!isSame(alike, `0x${one}`))
      const other = `0x${one.slice(0, 3)}${one.charAt(3) === '0' ? '1' : '0'}${middle.slice(4)}`
      const isAlike = other.slice(0, 4) === `0x${one.slice(0, 2)}` && other.slice(-6) === one.slice(-6)
      expect(looksLike({ address: other, known: `0x${one}`, isSame })).toBe(isAlike)
    }),
  )
})

test('[F14] of whichever family: what all its addresses begin with says nothing', () => {
  const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  const looks = (address: string, known: string) => looksLike({ address, known, isSame: (one, other) => one === other })
  expect(looks(`bc1qar0s${'q'.repeat(30)}5mdq`, bitcoin)).toBe(true)
  expect(looks(`bc1qzzzz${'q'.repeat(30)}5mdq`, bitcoin)).toBe(false)
  expect(looks(`bc1qar0s${'q'.repeat(30)}6mdq`, bitcoin)).toBe(false)
  expect(looks(`7xKX${'1'.repeat(36)}gAsU`, solana)).toBe(true)
  expect(looks(`8xKX${'1'.repeat(36)}gAsU`, solana)).toBe(false)
  expect(looks(bitcoin, bitcoin)).toBe(false)
})

test('the collection of the NFT itself is pointed out, and no other', () => {
  const collection = `0x${'c0'.repeat(20)}`
  const nft = { type: 'nft', address: collection, tokenId: '1' } as const
  const warned = (to: string, asset: SendAsset) =>
    warningsOf({ to, own: [], paid: [], met: [], asset, tokens: [], isSame })
  expect(warned(collection.toUpperCase(), nft)).toEqual([{ type: 'contract', symbol: '' }])
  expect(warned(known, nft)).toEqual([])
  expect(warned(collection, { type: 'token', address: collection })).toEqual([])
})

test('[F14] whom a transaction of the account itself went to was paid; who wrote to it was only met', () => {
  const of = (sentFrom: string, sentTo: string) => ({
    metadata: {
      ...{ operationType: 'send', hash: '0x', chain: 'eip155:1', minedAt: '', status: 'confirmed' as const, nonce: 0 },
      sentFrom,
      sentTo,
    },
  })
  const data = [of(own.toLowerCase(), known), of(own, ''), of(poisoned, own), of(own, known)]
  expect(counterpartiesIn({ address: own, data })).toEqual({ paid: [known], met: [poisoned] })
})

test('[F20] who was paid is kept, the last first and once; corrupt storage is none', () => {
  let kept: string | undefined
  const write = (_: string, value: string | undefined) => {
    kept = value
  }
  const storage = { read: () => kept, write }
  rememberPaid(storage, { family: 'eip155', address: known })
  rememberPaid(storage, { family: 'solana', address: 'So1' })
  rememberPaid(storage, { family: 'eip155', address: own })
  rememberPaid(storage, { family: 'eip155', address: known })
  expect(paidRecipients(storage, 'eip155')).toEqual([known, own])
  // An address of one family may be one of another too.
  rememberPaid(storage, { family: 'bip122', address: own })
  expect(paidRecipients(storage, 'eip155')).toEqual([known, own])
  for (let number = 0; number < 60; number++) rememberPaid(storage, { family: 'eip155', address: `0x${number}` })
  expect(paidRecipients(storage, 'eip155')).toHaveLength(50)
  expect(paidRecipients(storage, 'eip155')[0]).toBe('0x59')
  for (const broken of ['', '{', '[1]', '{"a":1}', '[{"family":"moon","address":"x"}]']) {
    kept = broken
    expect(paidRecipients(storage, 'eip155')).toEqual([])
  }
})
