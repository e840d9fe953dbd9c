import { describe, expect, test, vi } from 'vitest'
import { chooseAccount, switchFamily } from '../connection/index.js'
import type { PaymentRequest, Transfer } from '../connector/family.js'
import { JsonRpcError } from '../errors/http.js'
import {
  acceptWarnings,
  chooseAsset,
  confirmSend,
  reviewSend,
  sendOf,
  takeMax,
  typeAmount,
  typeRecipient,
} from './index.js'
import { dusd, own, second, sendKit, stops, to } from './test/sendKit.js'

describe('[S3.17] the form', () => {
  test('[S5.11] without a token, an amount or a recipient nothing is previewed', async () => {
    const { foyer, send, turns } = await sendKit()
    expect(() => reviewSend(foyer)).toThrow('A token is required')
    chooseAsset(foyer, { type: 'coin' })
    expect(() => reviewSend(foyer)).toThrow(expect.objectContaining({ facts: { missing: 'amount' } }))
    typeAmount(foyer, '0.5')
    expect(() => reviewSend(foyer)).toThrow('An amount and receiver address are required')
    typeRecipient(foyer, to)
    await turns(() => send().ready)
    expect(reviewSend(foyer)).toMatchObject({ amount: 5n * 10n ** 17n })
  })

  test('[F27] what is previewed is what the wallet is asked for, whatever is typed meanwhile', async () => {
    const { foyer, fill, asked } = await sendKit()
    await fill('0.500000000000000001')
    const draft = reviewSend(foyer)
    expect(draft).toMatchObject({ to, amount: 500_000_000_000_000_001n, networkId: 'eip155:1' })
    expect(await confirmSend(foyer)).toBe('sent')
    expect(asked).toEqual([{ to, asset: { type: 'coin' }, amount: 500_000_000_000_000_001n }])
  })

  test('Max takes all of a token, and of the coin what the fee leaves', async () => {
    const { foyer, send } = await sendKit()
    chooseAsset(foyer, { type: 'token', address: dusd.address })
    await takeMax(foyer)
    expect(send().form.amount).toBe('12.345678')
    chooseAsset(foyer, { type: 'coin' })
    await takeMax(foyer)
    expect(send().form.amount).toBe('0.999999999999999998')
  })

  test('[F14] one’s own account is warned of, until that was agreed to', async () => {
    const { foyer, send, turns } = await sendKit()
    chooseAsset(foyer, { type: 'coin' })
    typeAmount(foyer, '0.5')
    typeRecipient(foyer, `0x${'b'.repeat(40)}`)
    await turns(() => send().warnings.length > 0)
    expect(send().ready).toBe(false)
    acceptWarnings(foyer)
    expect(send().ready).toBe(true)
  })

  test('[S4.6] another family empties it', async () => {
    const { foyer, fill, send } = await sendKit()
    await fill()
    switchFamily(foyer, 'solana')
    expect(send().form).toMatchObject({ asset: undefined, amount: '', recipient: { status: 'empty' } })
  })

  test('a token of the network that was left is none any more; amount and recipient of the coin stay', async () => {
    const { foyer, fill, send, wallet } = await sendKit()
    await fill()
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
    expect(send().form).toMatchObject({ asset: { type: 'coin' }, amount: '0.5', recipient: { address: to } })
    chooseAsset(foyer, { type: 'token', address: dusd.address })
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:1' })
    expect(send().form).toMatchObject({ asset: undefined, amount: '', recipient: { address: to } })
  })
})

const paidBefore = `0x7099${'0'.repeat(32)}79C8`

describe('[F14] a warning', () => {
  test('is agreed to for its own recipient only, and nothing is previewed before', async () => {
    const { foyer, send, turns } = await sendKit()
    const warned = async (address: string) => {
      typeRecipient(foyer, address)
      await turns(() => send().form.recipient.status === 'found' && send().warnings.length > 0)
    }
    chooseAsset(foyer, { type: 'coin' })
    typeAmount(foyer, '0.5')
    await warned(own)
    expect(() => reviewSend(foyer)).toThrow(expect.objectContaining({ facts: { missing: 'recipient' } }))
    acceptWarnings(foyer)
    expect(send().ready).toBe(true)
    await warned(second)
    expect(send().ready).toBe(false)
    typeRecipient(foyer, own)
    expect(send().ready).toBe(false)
    expect(() => reviewSend(foyer)).toThrow(expect.objectContaining({ facts: { missing: 'recipient' } }))
  })

  test('is of those who were paid from this browser too', async () => {
    const { foyer, fill, send, turns } = await sendKit()
    await fill()
    reviewSend(foyer)
    await confirmSend(foyer)
    typeRecipient(foyer, paidBefore)
    await turns(() => send().warnings.length > 0)
    expect(send().warnings).toEqual([{ type: 'lookalike', known: to }])
  })
})

describe('a payment link', () => {
  const tokenOf = (address: string) => ({ type: 'token', address }) as const
  test.each<[string, Partial<PaymentRequest>, object]>([
    ['the coin and how much', { amount: 15n * 10n ** 17n }, { asset: { type: 'coin' }, amount: '1.5' }],
    ['the coin', {}, { asset: tokenOf('0xd0'), amount: '7' }],
    ['a token and how much', { asset: tokenOf('0xD0'), amount: 1n }, { asset: tokenOf('0xD0'), amount: '0.000001' }],
    ['a token', { asset: tokenOf('0xD0') }, { asset: tokenOf('0xD0'), amount: '' }],
  ])('that names %s fills in that', async (_, link, form) => {
    const request: PaymentRequest = { to, asset: { type: 'coin' }, ...link }
    const { foyer, send, turns } = await sendKit({ parsePaymentLink: () => request })
    chooseAsset(foyer, { type: 'token', address: '0xd0' })
    typeAmount(foyer, '7')
    typeRecipient(foyer, 'pay:me')
    await turns(() => send().form.recipient.status === 'found')
    expect(send().form).toMatchObject({ ...form, recipient: { text: 'pay:me', address: to } })
  })

  test('for a token that isn’t held changes nothing', async () => {
    const request: PaymentRequest = { to, asset: tokenOf('0xee'), amount: 5n }
    const { foyer, send, turns } = await sendKit({ parsePaymentLink: () => request })
    chooseAsset(foyer, { type: 'coin' })
    typeAmount(foyer, '7')
    typeRecipient(foyer, 'pay:me')
    await turns(() => send().form.recipient.status === 'unknown')
    expect(send().form).toMatchObject({ asset: { type: 'coin' }, amount: '7', recipient: { fault: 'token' } })
  })
})

describe('Max', () => {
  const fee = { value: 1n, most: 2n, decimals: 18, symbol: 'ETH' }

  test('of the coin is asked for with what there is and where it goes, the sender’s own address until that is known', async () => {
    const asked: Transfer[] = []
    const { foyer, fill, send } = await sendKit({
      estimateFee: async ({ work }) => {
        if ('transfer' in work) asked.push(work.transfer)
        return { ...fee, maxAmount: 5n }
      },
    })
    await takeMax(foyer)
    expect(send().max).toBe('idle')
    chooseAsset(foyer, { type: 'coin' })
    await takeMax(foyer)
    await fill()
    await takeMax(foyer)
    expect(asked).toEqual([own, to].map((each) => ({ to: each, asset: { type: 'coin' }, amount: 10n ** 18n })))
  })

  test.each([
    ['nothing', 'takes all', async () => ({ ...fee, maxAmount: 0n })],
    ['nothing', 'leaves no figure', async () => fee],
    ['failed', 'can’t be had', () => Promise.reject(new JsonRpcError({ rpcCode: -32000, text: 'down' }))],
  ])('is %s where the fee %s', async (max, _, estimateFee) => {
    const { foyer, send, errors } = await sendKit({ estimateFee })
    chooseAsset(foyer, { type: 'coin' })
    typeAmount(foyer, '0.1')
    await takeMax(foyer)
    expect(send()).toMatchObject({ max, form: { amount: '0.1' } })
    expect(errors).toHaveLength(max === 'failed' ? 1 : 0)
  })

  test('that comes after something else was typed or chosen is dropped', async () => {
    const ends: (() => void)[] = []
    const { foyer, send } = await sendKit({
      estimateFee: () => new Promise((resolve) => ends.push(() => resolve({ ...fee, maxAmount: 9n }))),
    })
    for (const change of [
      () => typeAmount(foyer, '0.3'),
      () => {
        chooseAsset(foyer, { type: 'token', address: '0xd0' })
        typeAmount(foyer, '0.3')
      },
    ]) {
      chooseAsset(foyer, { type: 'coin' })
      const taken = takeMax(foyer)
      expect(send().max).toBe('busy')
      await vi.waitUntil(() => ends.length > 0)
      change()
      ends.pop()?.()
      await taken
      expect(send().form.amount).toBe('0.3')
    }
  })
})

test('what a family can’t read says so, and is reported', async () => {
  const broken = new Error('broken')
  const { foyer, send, turns, errors } = await sendKit({
    parseAddress: () => {
      throw broken
    },
  })
  typeRecipient(foyer, to)
  await turns(() => send().form.recipient.status === 'unknown')
  expect(send().form.recipient).toEqual({ status: 'unknown', text: to, fault: 'unreached' })
  expect(errors).toEqual([broken])
})

test('of two texts typed at once the last one counts, also where a letter was taken back', async () => {
  const { foyer, send, turns } = await sendKit()
  for (const text of [own, to, ' ', second]) typeRecipient(foyer, text)
  await turns(() => send().form.recipient.status === 'found')
  expect(send().form.recipient).toMatchObject({ address: second })
  typeRecipient(foyer, to)
  typeRecipient(foyer, '\t ')
  await new Promise((resolve) => setImmediate(resolve))
  expect(send().form.recipient).toEqual({ status: 'empty', text: '' })
})

test('another account’s Max isn’t that of the former; nothing else changes it', async () => {
  const { foyer, send } = await sendKit({ estimateFee: () => new Promise(() => {}) })
  chooseAsset(foyer, { type: 'coin' })
  typeAmount(foyer, '7')
  void takeMax(foyer)
  foyer.open({ view: 'Account' })
  expect(send().max).toBe('busy')
  chooseAccount(foyer, { family: 'eip155', address: second })
  expect([send().max, send().form.amount]).toEqual(['idle', '7'])
})

test('a kit that was stopped and started again follows where the wallet is', async () => {
  const { foyer, wallet, send, fill, turns } = await sendKit()
  await fill()
  foyer.stop()
  foyer.start()
  await foyer.connect({ connectorId: 'fake' })
  stops.push(sendOf(foyer).subscribe(() => {}))
  await turns(() => send().holdings.status === 'ready')
  chooseAsset(foyer, { type: 'token', address: dusd.address })
  wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
  expect(send().form.asset).toBeUndefined()
})

test('who subscribes is called with each change until it stops', async () => {
  const { foyer } = await sendKit()
  const amounts: string[] = []
  const stop = sendOf(foyer).subscribe(() => amounts.push(sendOf(foyer).get().form.amount))
  typeAmount(foyer, '1')
  typeAmount(foyer, '2')
  stop()
  typeAmount(foyer, '3')
  expect(amounts).toEqual(['1', '2'])
})

describe('what the account holds', () => {
  test('is what its wallet lists, where it does', async () => {
    const { foyer, send, turns } = await sendKit({
      walletAssets: async () => [{ ...dusd, value: 5n }],
    })
    await turns(() => send().holdings.tokens[0]?.value === 5n)
    chooseAsset(foyer, { type: 'token', address: dusd.address })
    await takeMax(foyer)
    expect(send().form.amount).toBe('0.000005')
  })

  test('is a token of no list too, read from its contract; another choice asks for it no more', async () => {
    const wanted: (readonly string[] | undefined)[] = []
    const { foyer, send, turns } = await sendKit({
      tokenBalances: async ({ tokens }) => {
        wanted.push(tokens)
        return tokens?.[0] === '0xee' ? [{ ...dusd, address: '0xee', symbol: 'RARE', value: 3n }] : [dusd]
      },
    })
    chooseAsset(foyer, { type: 'token', address: '0xD0' })
    expect(send().holding).toMatchObject({ symbol: 'DUSD' })
    chooseAsset(foyer, { type: 'token', address: '0xee' })
    expect(send()).toMatchObject({ holding: undefined, step: 'selectToken' })
    await turns(() => send().holding !== undefined)
    expect(send().holding).toMatchObject({ symbol: 'RARE', value: 3n, decimals: 6 })
    expect(wanted.filter((tokens) => tokens !== undefined)).toEqual([['0xee']])
    typeAmount(foyer, '0.000001')
    await new Promise((resolve) => setImmediate(resolve))
    expect(wanted.filter((tokens) => tokens !== undefined)).toHaveLength(1)
    // What was read of one token says nothing of another.
    chooseAsset(foyer, { type: 'token', address: '0xff' })
    expect(send().holding).toBeUndefined()
    chooseAsset(foyer, { type: 'coin' })
  })

  test('[S8.10] without it there are no prices, which is said once', async () => {
    const { foyer } = await sendKit({
      nativeBalance: () => Promise.reject(new JsonRpcError({ rpcCode: -32000, text: 'down' })),
      ready: ({ holdings }) => holdings.status === 'failed',
    })
    expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'send.priceFailed' })
  })
})
