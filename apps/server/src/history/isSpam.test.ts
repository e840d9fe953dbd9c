import { expect, test } from 'vitest'
import type { Token } from '../tokens/token.js'
import { isSpam, type Suspect } from './toTransaction.js'

const me = '0x00000000000000000000000000000000000000a1'
const friend = '0x1234560000000000000000000000000000005678'
const stranger = '0x00000000000000000000000000000000000000b2'
const lookalike = '0x1234ffffffffffffffffffffffffffffffff5678'

const token = ({
  symbol,
  name = symbol,
  listed = false,
}: {
  symbol: string
  name?: string
  listed?: boolean
}): Token => {
  return { address: stranger, name, symbol, decimals: 18, iconUrl: '', listed }
}
const listed = [token({ symbol: 'ETH', listed: true }), token({ symbol: 'USDC', listed: true })]

const got = { kind: 'erc20', from: stranger, to: me, amount: 1n } as const
const usual: Suspect = {
  account: me,
  transaction: { from: stranger, recipients: 1 },
  event: got,
  token: token({ symbol: 'FUN', name: 'Fun Coin' }),
  nftName: '',
  isPriced: false,
  listed,
  counterparties: new Set([friend]),
}

const cases: readonly (readonly [boolean, string, Partial<Suspect>])[] = [
  [false, 'an unlisted token', {}],
  [true, 'one whose name is a page', { token: token({ symbol: 'FUN', name: 'Visit fun-coin.xyz' }) }],
  [true, 'one whose symbol lures', { token: token({ symbol: '! claim $500' }) }],
  [true, 'one that looks like a listed one', { token: token({ symbol: 'UЅDС' }) }],
  [false, 'the listed one itself', { token: token({ symbol: 'USDC', listed: true }) }],
  [
    false,
    'whatever its name, from one whom the account paid',
    {
      event: { ...got, from: friend },
      token: token({ symbol: 'FUN', name: 'Visit fun-coin.xyz' }),
    },
  ],
  [
    false,
    'whatever its name, of the account’s own doing',
    {
      transaction: { from: me, recipients: 1 },
      token: token({ symbol: 'FUN', name: 'Visit fun-coin.xyz' }),
    },
  ],
  [
    true,
    'nothing at all, in the account’s name',
    {
      event: { ...got, from: me, to: stranger, amount: 0n },
      token: token({ symbol: 'USDC', listed: true }),
    },
  ],
  [true, 'nothing at all, to the account', { event: { ...got, amount: 0n } }],
  [
    false,
    'nothing at all, of the account’s own doing',
    {
      transaction: { from: me, recipients: 1 },
      event: { ...got, from: me, to: stranger, amount: 0n },
    },
  ],
  [
    true,
    'dust from one who looks like a friend',
    {
      event: { ...got, kind: 'native', from: lookalike },
      token: token({ symbol: 'ETH', listed: true }),
    },
  ],
  [
    true,
    'a token in the account’s name to one who looks like a friend',
    {
      event: { ...got, from: me, to: lookalike },
    },
  ],
  [
    false,
    'a coin from a stranger',
    { event: { ...got, kind: 'native' }, token: token({ symbol: 'ETH', listed: true }) },
  ],
  [true, 'an unpriced token for many at once', { transaction: { from: stranger, recipients: 20 } }],
  [false, 'an unpriced token for a few at once', { transaction: { from: stranger, recipients: 19 } }],
  [false, 'a priced token for many at once', { transaction: { from: stranger, recipients: 500 }, isPriced: true }],
  [false, 'a token that says nothing of itself', { token: null }],
  [
    true,
    'a token that says nothing of itself, for many',
    { token: null, transaction: { from: stranger, recipients: 20 } },
  ],
  [false, 'an NFT', { event: { ...got, kind: 'erc721' }, token: null, nftName: 'A picture' }],
  [true, 'an NFT whose name lures', { event: { ...got, kind: 'erc721' }, token: null, nftName: 'Claim at free.gift' }],
  [
    true,
    'an NFT for many at once',
    {
      event: { ...got, kind: 'erc1155' },
      token: null,
      transaction: { from: stranger, recipients: 20 },
    },
  ],
]

test.each(cases)('[S5.16] spam: %s: %s', (expected, _, said) => {
  expect(isSpam({ ...usual, ...said })).toBe(expected)
})
