import { describe, expect, test } from 'vitest'
import type { Transaction, Transfer } from '../wire/transaction.js'
import { activityAmount, activityItems, signOf } from './activityItem.js'

const received = { type: 'receive', direction: 'in', symbol: 'ETH', locale: 'en' } as const
const coin = { symbol: 'ETH', name: 'Ether' }
const fungible = (
  direction: Transfer['direction'],
  symbol = 'ETH',
  numeric = '1.5',
  name = symbol === 'ETH' ? 'Ether' : symbol,
): Transfer => ({
  fungible_info: { symbol, name },
  direction,
  quantity: { numeric },
})
const nft = (isSpam = false): Transfer => ({
  nft_info: { name: 'Cloud 7', content: { preview: { url: 'https://x.test/7.png' } }, flags: { is_spam: isSpam } },
  direction: 'in',
  quantity: { numeric: '1' },
})

function transaction(transfers: readonly Transfer[], metadata: Partial<Transaction['metadata']> = {}): Transaction {
  return {
    id: 'eip155:1:0xa',
    metadata: {
      operationType: 'receive',
      hash: '0xa',
      chain: 'eip155:1',
      minedAt: '2026-03-04T05:06:07.000Z',
      sentFrom: '0xfrom',
      sentTo: '0xto',
      status: 'confirmed',
      nonce: 1,
      ...metadata,
    },
    transfers,
  }
}
const lines = (...parameters: Parameters<typeof transaction>) =>
  activityItems({ transaction: transaction(...parameters), coin, locale: 'en' })

describe('the amount', () => {
  test.each(['receive', 'deposit', 'borrow', 'claim'] as const)('[S9.41] of %s has a plus', (type) => {
    expect(signOf({ type, direction: 'in' })).toBe('+')
    expect(signOf({ type, direction: 'out' })).toBe('+')
  })
  test.each(['withdraw', 'repay', 'burn'] as const)('[S9.42] of %s has a minus', (type) => {
    expect(signOf({ type, direction: 'in' })).toBe('−')
  })
  test.each(['send', 'trade', 'mint', 'approve', 'execute'] as const)(
    '[S9.41 S9.42] of %s has a minus where it left the account, else no sign',
    (type) => {
      expect(signOf({ type, direction: 'out' })).toBe('−')
      expect(signOf({ type, direction: 'in' })).toBe('+')
      expect(signOf({ type, direction: 'self' })).toBe('')
    },
  )
  test.each([
    ['1.5', '+1.500 ETH'],
    ['1234567.0009', '+1,234,567.000 ETH'],
    ['0.9999999', '+0.999 ETH'],
    ['0', '+0.000 ETH'],
    ['0.00012345', '+0.000123 ETH'],
    [`0.${'1'.repeat(400)}`, '+0.111 ETH'],
  ])('[S9.40] %s has three decimals, and is never more than there is', (numeric, shown) => {
    expect(activityAmount({ ...received, numeric })).toBe(shown)
  })
  test('is written in the visitor’s language', () => {
    expect(activityAmount({ ...received, type: 'send', direction: 'out', numeric: '1234.5', locale: 'de' })).toBe(
      '−1.234,500 ETH',
    )
  })
  test.each(['9'.repeat(300), '-1', '1e5', ''])('[F27] of %s isn’t shown', (numeric) => {
    expect(activityAmount({ ...received, numeric })).toBeUndefined()
  })
})

describe('the lines of a transaction', () => {
  test('[S3.14] one transfer is one, with what moved, when and how it ended', () => {
    expect(lines([fungible('in')])).toEqual([
      {
        key: 'eip155:1:0xa',
        hash: '0xa',
        type: 'receive',
        status: 'confirmed',
        at: Date.UTC(2026, 2, 4, 5, 6, 7),
        transfers: [{ direction: 'in', amount: '+1.500 ETH', name: 'ETH', imageUrl: undefined, isNft: false }],
        counterparty: '0xfrom',
      },
    ])
  })

  test('[S3.14] two fungible transfers are one; three are three', () => {
    const trade = { operationType: 'trade' }
    const two = lines([fungible('out'), fungible('in', 'DUSD', '3000')], trade)
    expect(two).toHaveLength(1)
    expect(two[0]?.transfers.map(({ amount }) => amount)).toEqual(['−1.500 ETH', '+3,000.000 DUSD'])
    const three = lines([fungible('out'), fungible('in', 'DUSD'), fungible('in', 'WBTC')], trade)
    expect(three.map(({ key }) => key)).toEqual(['eip155:1:0xa#0', 'eip155:1:0xa#1', 'eip155:1:0xa#2'])
  })

  test('[S3.14] an NFT is a line of its own, with its name and preview', () => {
    const [paid, bought] = lines([fungible('out'), nft()], { operationType: 'bought' })
    expect(paid?.transfers).toMatchObject([{ amount: '−1.500 ETH' }])
    expect(bought?.transfers).toEqual([
      { direction: 'in', amount: undefined, name: 'Cloud 7', imageUrl: 'https://x.test/7.png', isNft: true },
    ])
  })

  test('[S5.16] spam beside something else has none', () => {
    expect(lines([fungible('in'), nft(true)])).toHaveLength(1)
  })

  test('what moved nothing is one; an unknown word is a call', () => {
    expect(lines([], { operationType: 'approve' })).toMatchObject([{ type: 'approve', transfers: [] }])
    expect(lines([], { operationType: '__proto__' })).toMatchObject([{ type: 'execute' }])
  })

  test('of a token only its contract is named, so the other side isn’t shown', () => {
    expect(lines([fungible('out')], { operationType: 'send' })).toMatchObject([{ counterparty: '0xto' }])
    expect(lines([fungible('out', 'DUSD')], { operationType: 'send' })).toMatchObject([{ counterparty: undefined }])
  })

  test.each([
    ['a token that calls itself ETH', [fungible('in', 'ETH', '1', 'Free money')]],
    ['a token of the coin’s name', [fungible('in', 'ETHER', '1', 'Ether')]],
    ['a token of no name', [{ ...fungible('in'), fungible_info: { symbol: 'ETH' } }]],
    ['a picture', [nft()]],
    ['what moved nothing', []],
    ['two at once', [fungible('in'), fungible('in')]],
  ])('[F14] %s is no payment of the coin: nobody is named as the one who paid', (_, transfers) => {
    for (const operationType of ['receive', 'send'])
      for (const { counterparty } of lines(transfers, { operationType })) expect(counterparty).toBeUndefined()
  })

  test('who paid is named of what was received, and who was paid of what was sent, and nobody else', () => {
    const named = (operationType: string) => lines([fungible('in')], { operationType })[0]?.counterparty
    expect([named('receive'), named('send'), named('trade'), named('claim')]).toEqual([
      '0xfrom',
      '0xto',
      undefined,
      undefined,
    ])
  })

  test.each([
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', 'pending'],
    ['ONRAMP_TRANSACTION_STATUS_SUCCESS', 'confirmed'],
    ['ONRAMP_TRANSACTION_STATUS_FAILED', 'failed'],
  ] as const)('%s is %s', (status, shown) => {
    expect(lines([fungible('in')], { status })).toMatchObject([{ status: shown }])
  })
})
