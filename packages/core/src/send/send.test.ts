import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseAccount, switchFamily } from '../connection/index.js'
import type { FamilyActions, PaymentRequest, Transfer } from '../connector/family.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { AbortedError } from '../errors/connection.js'
import { foreignError } from '../errors/foreignError.js'
import { JsonRpcError } from '../errors/http.js'
import {
  ChainDisconnectedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnauthorizedError,
  UnsupportedMethodError,
  WalletAnswerError,
} from '../errors/wallet.js'
import type { KitEvent } from '../events/event.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import {
  acceptWarnings,
  chooseAsset,
  confirmSend,
  leaveReview,
  readFee,
  reviewSend,
  type Send,
  sendOf,
  takeMax,
  typeAmount,
  typeRecipient,
  watchSend,
} from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const own = `0x${'a'.repeat(40)}`
const second = `0x${'b'.repeat(40)}`
const dusd = { address: '0xd0', value: 12_345_678n, decimals: 6, symbol: 'DUSD', name: 'Digital Dollar' }

/** A connected kit whose form is watched; the wallet answers as the test says. */
async function sendKit({
  sendTransfer,
  ready = ({ holdings }) => holdings.status === 'ready',
  ...more
}: Partial<FamilyActions> & { readonly ready?: (send: Send) => boolean } = {}) {
  const asked: Transfer[] = []
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 10n ** 18n,
      tokenBalances: async () => [dusd],
      parseAddress: (text) => (/^0x\w{40}$/.test(text) ? text : undefined),
      isSameAddress: (one, other) => one.toLowerCase() === other.toLowerCase(),
      estimateFee: async () => ({ value: 1n, most: 2n, decimals: 18, symbol: 'ETH', maxAmount: 10n ** 18n - 2n }),
      waitForTransaction: async ({ hash }) => ({ hash, status: 'success' as const }),
      async sendTransfer(request) {
        asked.push(request.transfer)
        return sendTransfer ? sendTransfer(request) : { hash: '0xabc' }
      },
      ...more,
    }),
  })
  const wallet = fakeConnector({ accounts: [account(`0x${'a'.repeat(40)}`), account(`0x${'b'.repeat(40)}`)] })
  const kit = fakeKit({ connectors: [wallet], adapters: [evm, fakeAdapter('solana'), fakeAdapter('bip122')] })
  const events: KitEvent[] = []
  kit.foyer.onEvent(({ data }) => events.push(data))
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  const { foyer } = kit
  stops.push(
    watchSend(foyer, () => {}),
    () => foyer.stop(),
  )
  const send = () => sendOf(foyer).get()
  const turns = (holds: () => boolean) => vi.waitUntil(holds, { interval: 1 })
  await turns(() => ready(send()))
  const fill = async (amount = '0.5') => {
    chooseAsset(foyer, { type: 'coin' })
    typeAmount(foyer, amount)
    typeRecipient(foyer, to)
    await turns(() => send().ready)
  }
  const attempt = () => foyer.store.getState().connection.attempts.send
  return { ...kit, wallet, asked, events, send, turns, fill, attempt }
}

const rejected = () => foreignError({ code: 4001, message: 'no' }, { method: 'eth_sendTransaction' })

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
  stops.push(watchSend(foyer, () => {}))
  await turns(() => send().holdings.status === 'ready')
  chooseAsset(foyer, { type: 'token', address: dusd.address })
  wallet.emit({ type: 'networkChanged', family: 'eip155', networkId: 'eip155:11155111' })
  expect(send().form.asset).toBeUndefined()
})

test('who watches is called at once, and with each change until it stops', async () => {
  const { foyer } = await sendKit()
  const amounts: string[] = []
  const stop = watchSend(foyer, ({ form }) => amounts.push(form.amount))
  typeAmount(foyer, '1')
  typeAmount(foyer, '2')
  stop()
  typeAmount(foyer, '3')
  expect(amounts).toEqual(['', '1', '2'])
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

describe('[F22] the wallet', () => {
  test('is asked once, however often the button is pressed', async () => {
    const { foyer, fill, asked, events, stored } = await sendKit()
    await fill()
    reviewSend(foyer)
    const [first, second] = await Promise.all([confirmSend(foyer), confirmSend(foyer)])
    expect([first, second]).toEqual(['sent', undefined])
    expect(asked).toHaveLength(1)
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['SEND_INITIATED', 'SEND_SUCCESS']))
    expect(stored().paid_recipients).toContain(to)
  })

  test('declines, and the preview stands as it was', async () => {
    const { foyer, fill, send, asked, errors } = await sendKit({
      sendTransfer: () => Promise.reject(rejected()),
    })
    await fill()
    const draft = reviewSend(foyer)
    foyer.open({ view: 'WalletSendPreview' })
    expect(await confirmSend(foyer)).toBe('declined')
    expect(send().phase).toEqual({ status: 'reviewing', draft, notice: 'send.declined' })
    // Once, where it was pressed; to a visitor who has gone on, over what they look at.
    expect(foyer.store.getState().snackbar).toBeUndefined()
    foyer.open({ view: 'Account' })
    await confirmSend(foyer)
    expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'send.declined' })
    leaveReview(foyer)
    expect(send().phase).toEqual({ status: 'filling' })
    // A refusal by the visitor isn't a fault.
    expect(errors).toEqual([])
    expect(send().form).toMatchObject({ amount: '0.5', recipient: { address: to } })
    expect(asked).toHaveLength(2)
  })

  test('sends it, and the receipt stands over the account where the review stood', async () => {
    let reverts = () => {}
    const waiting = new Promise<void>((resolve) => {
      reverts = resolve
    })
    const { foyer, fill, turns, attempt } = await sendKit({
      waitForTransaction: async ({ hash }) => waiting.then(() => ({ hash, status: 'reverted' as const })),
    })
    await fill()
    reviewSend(foyer)
    foyer.open({ view: 'WalletSendPreview' })
    await confirmSend(foyer)
    const { view, snackbar } = foyer.store.getState()
    expect(view.history).toEqual([
      { view: 'Account' },
      { view: 'Receipt', networkId: 'eip155:1', hash: expect.any(String), kind: 'send', name: undefined },
    ])
    expect(snackbar).toBeUndefined()
    // Nor is it said twice that the chain reverted it.
    reverts()
    await turns(() => attempt()?.end !== undefined)
    expect(attempt()).toMatchObject({ end: { status: 'failed', code: 'transaction_failed' } })
    expect(foyer.store.getState().snackbar).toBeUndefined()
  })

  test.each([
    new RequestTimeoutError({ timeoutMs: 1 }),
    new WalletAnswerError({ method: 'eth_sendTransaction', expected: 'a hash' }),
    new AbortedError(),
    new ProviderDisconnectedError(),
    new ChainDisconnectedError(),
  ])('[F18 F22 F28] gives no usable answer, $code: it may have been sent, so it isn’t offered again', async (error) => {
    const { foyer, fill, send, events, asked } = await sendKit({ sendTransfer: () => Promise.reject(error) })
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('unknown')
    expect(send().phase).toEqual({ status: 'dropped', reason: 'unknown' })
    expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'error.mayHaveBeenSent' })
    expect(await confirmSend(foyer)).toBeUndefined()
    expect(asked).toHaveLength(1)
    const failed = events.find(({ event }) => event === 'SEND_ERROR')
    expect(failed).toMatchObject({ properties: { message: error.code, token: 'ETH', amount: 0.5 } })
    expect(JSON.stringify(failed)).not.toContain(to)
  })

  test.each([
    new JsonRpcError({ rpcCode: -32000, text: 'insufficient funds' }),
    new UnauthorizedError(),
    new UnsupportedMethodError(),
    new Error('broken'),
  ])('says that it won’t send, %s: the preview stands, to be tried again by a press', async (error) => {
    const { foyer, fill, send } = await sendKit({ sendTransfer: () => Promise.reject(error) })
    await fill()
    const draft = reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('failed')
    expect(send().phase).toEqual({ status: 'reviewing', draft, notice: 'send.failed' })
  })

  test('[F18] never answers: after five minutes it may have been sent, and a late answer only fills the activity', async () => {
    let answer = () => {}
    const { foyer, fill, send, turns, clock, attempt, stored } = await sendKit({
      sendTransfer: () =>
        new Promise((resolve) => {
          answer = () => resolve({ hash: '0xlate' })
        }),
    })
    await fill()
    reviewSend(foyer)
    const outcome = confirmSend(foyer)
    await turns(() => attempt()?.step.type === 'walletPrompt')
    expect(send().phase.status).toBe('sending')
    await clock.advance(5 * 60_000)
    expect(await outcome).toBe('unknown')
    answer()
    await turns(() => stored().transactions?.includes('0xlate') === true)
    expect(send().phase).toEqual({ status: 'dropped', reason: 'unknown' })
    expect(await confirmSend(foyer)).toBeUndefined()
  })

  test('goes elsewhere while it is asked: that stays asked for, and is offered again only where it was previewed', async () => {
    let decline = () => {}
    const { foyer, fill, send, turns, wallet, attempt } = await sendKit({
      sendTransfer: () =>
        new Promise((_, reject) => {
          decline = () => reject(rejected())
        }),
    })
    const goTo = (networkId: 'eip155:1' | 'eip155:11155111') =>
      wallet.emit({ type: 'networkChanged', family: 'eip155', networkId })
    await fill()
    const draft = reviewSend(foyer)
    const outcome = confirmSend(foyer)
    await turns(() => attempt()?.step.type === 'walletPrompt')
    goTo('eip155:11155111')
    typeAmount(foyer, '0.7')
    expect(send().phase).toEqual({ status: 'sending', draft })
    decline()
    expect(await outcome).toBe('declined')
    expect(send().phase).toEqual({ status: 'dropped', reason: 'moved' })
    goTo('eip155:1')
    expect(send().phase).toEqual({ status: 'reviewing', draft, notice: 'send.declined' })
  })

  test('has sent it: the form begins anew while the chain is waited for, and another can be sent', async () => {
    const ends: (() => void)[] = []
    const { foyer, fill, send, turns, attempt, asked, until } = await sendKit({
      sendTransfer: async () => ({ hash: `0x${asked.length}` }),
      waitForTransaction: ({ hash }) =>
        new Promise((resolve) =>
          ends.push(() => resolve({ hash: '0xother', status: 'success', replacement: 'cancelled' })),
        ).then((mined) => ({ hash, ...Object(mined) })),
    })
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('sent')
    expect(send().phase).toEqual({ status: 'filling' })
    expect(attempt()).toMatchObject({ step: { type: 'sent', hash: '0x1' } })
    expect(attempt()?.end).toBeUndefined()
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('sent')
    expect(attempt()).toMatchObject({ step: { type: 'sent', hash: '0x2' } })
    await turns(() => ends.length === 2)
    // The visitor cancels it in the wallet: that isn't done.
    foyer.open({ view: 'Account' })
    for (const end of ends) end()
    await turns(() => attempt()?.end !== undefined)
    expect(attempt()?.end).toMatchObject({ status: 'failed', notice: 'account.transactionCancelled' })
    await until(({ snackbar }) => snackbar?.message === 'account.transactionCancelled')
  })

  test('is asked when the kit stops: nothing is said, and nothing follows', async () => {
    const { foyer, fill, send, turns, attempt, events, errors } = await sendKit({
      sendTransfer: () => new Promise(() => {}),
    })
    await fill()
    reviewSend(foyer)
    const outcome = confirmSend(foyer)
    await turns(() => attempt()?.step.type === 'walletPrompt')
    foyer.stop()
    expect(await outcome).toBe('unknown')
    expect(send().phase).toEqual({ status: 'filling' })
    expect(foyer.store.getState().snackbar).toBeUndefined()
    expect([events.some(({ event }) => event === 'SEND_ERROR'), errors]).toEqual([false, []])
  })

  test('has sent it, and the nodes are down: that is reported once, and no failure is made of it', async () => {
    const { foyer, fill, turns, attempt, events, errors } = await sendKit({
      waitForTransaction: () => Promise.reject(new JsonRpcError({ rpcCode: -32000, text: 'down' })),
    })
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('sent')
    await turns(() => attempt()?.end !== undefined)
    expect(attempt()?.end).toMatchObject({ mayHaveBeenSent: true })
    expect(errors).toMatchObject([{ code: 'json_rpc' }])
    expect(events.some(({ event }) => event === 'SEND_ERROR')).toBe(false)
  })

  test('isn’t asked where another account was chosen after the preview', async () => {
    const { foyer, fill, send, asked } = await sendKit()
    await fill()
    reviewSend(foyer)
    chooseAccount(foyer, { family: 'eip155', address: `0x${'b'.repeat(40)}` })
    expect(send().phase).toEqual({ status: 'dropped', reason: 'moved' })
    expect(await confirmSend(foyer)).toBe(undefined)
    expect(asked).toEqual([])
    expect(send().form).toMatchObject({ amount: '0.5', recipient: { address: to } })
  })

  test('[S8.11] what the chain reverts afterwards is said', async () => {
    const { foyer, fill, until } = await sendKit({
      waitForTransaction: async ({ hash }) => ({ hash, status: 'reverted' as const }),
    })
    await fill()
    reviewSend(foyer)
    foyer.open({ view: 'Account' })
    await confirmSend(foyer)
    await until(({ snackbar }) => snackbar?.message === 'account.transactionReverted')
  })

  test('[F27] the fee of a former preview isn’t shown with another', async () => {
    const asked: ((value: bigint) => void)[] = []
    const { foyer, fill, send, turns } = await sendKit({
      estimateFee: () =>
        new Promise((resolve) =>
          asked.push((value) => resolve({ value, most: value, decimals: 18, symbol: 'ETH', maxAmount: 1n })),
        ),
    })
    await fill('0.1')
    reviewSend(foyer)
    leaveReview(foyer)
    await fill('0.9')
    reviewSend(foyer)
    await turns(() => asked.length === 2)
    const [former, own] = asked
    former?.(1n)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(send().fee).toEqual({ status: 'loading' })
    own?.(9n)
    await turns(() => send().fee.status === 'ready')
    expect(send().fee).toMatchObject({ fee: { value: 9n } })
  })

  test('a transfer that the chain expects to fail is said so before', async () => {
    const { foyer, fill, send, turns, errors } = await sendKit({
      estimateFee: async () => {
        throw new JsonRpcError({ rpcCode: 3, text: 'execution reverted' })
      },
    })
    await fill()
    reviewSend(foyer)
    await turns(() => send().fee.status === 'refused')
    expect(errors).toEqual([])
  })

  test('a fee that can’t be had is no refusal, and is asked for anew', async () => {
    let isDown = true
    const { foyer, fill, send, turns, errors } = await sendKit({
      estimateFee: async ({ work }) => {
        if (isDown) throw new Error('offline')
        return { value: 'transfer' in work ? work.transfer.amount : 0n, most: 2n, decimals: 18, symbol: 'ETH' }
      },
    })
    await readFee(foyer)
    expect(send().fee).toEqual({ status: 'none' })
    await fill()
    reviewSend(foyer)
    await turns(() => send().fee.status === 'unreached')
    expect(errors).toHaveLength(1)
    isDown = false
    await readFee(foyer)
    expect(send().fee).toMatchObject({ status: 'ready', fee: { value: 5n * 10n ** 17n } })
  })

  test.each([
    [undefined, '0.5', { isSmartAccount: false, token: 'ETH', amount: 0.5 }],
    ['smartAccount', '0.25', { isSmartAccount: true, token: 'ETH', amount: 0.25 }],
  ] as const)('a host hears what was sent by an account of type %s, and not where', async (type, amount, said) => {
    const { foyer, fill, events, wallet } = await sendKit()
    const accounts = [
      { ...account(own), ...(type && { type }) },
      { ...account(second), type: 'smartAccount' },
    ] as const
    wallet.emit({ type: 'accountsChanged', family: 'eip155', accounts })
    await fill(amount)
    reviewSend(foyer)
    await confirmSend(foyer)
    const found = events.find(({ event }) => event === 'SEND_SUCCESS')
    expect(found).toEqual({ event: 'SEND_SUCCESS', properties: { network: 'eip155:1', ...said } })
  })
})
