import type { Asset, CallsStatus } from '@foyer/core'
import type { AdapterRunner, Made, Suite } from './adapterSubject.js'
import { askedElsewhere } from './askedElsewhere.js'
import { callingOff } from './callingOff.js'
import { createTestHost } from './createTestHost.js'
import { refusedTransfers } from './refusedTransfers.js'

/**
 * Tests what the adapter of every chain family must do, on a chain: the behaviour that core's actions build on. What a
 * family leaves out must show as absent.
 *
 * @example
 * adapterConformance({ describe, test, expect, make: () => ({ adapter, network, wallet, addresses, isSigned, prompts }) })
 */
export function adapterConformance({ describe, test, expect, make }: AdapterRunner): void {
  const made = async (): Promise<Made> => {
    const subject = await make()
    const host = subject.host ?? createTestHost({ networks: [subject.network] })
    return { ...subject, actions: await subject.adapter.actions(host), own: subject.wallet.account.address }
  }
  const suite: Suite = { test, expect, made }
  describe('an adapter', () => {
    describe('its family', () => family(suite))
    describe('reading', () => reading(suite))
    describe('signing', () => signing(suite))
    describe('sending', () => sending(suite))
    describe('refusing', () => refusedTransfers(suite))
    describe('elsewhere', () => askedElsewhere(suite))
    describe('batches and approvals', () => contracts(suite))
    describe('waiting', () => waiting(suite))
    describe('calling off', () => callingOff({ ...suite, sent }))
    describe('replacing', () => replacing(suite))
  })
}

function family({ test, expect, made }: Suite): void {
  test('says which it is, and has one set of actions for a kit', async () => {
    const { adapter, network, host = createTestHost({ networks: [network] }) } = await made()
    expect(adapter.family).toBe(network.chainNamespace)
    expect(adapter.type.length > 0).toBe(true)
    const [first, second] = await Promise.all([adapter.actions(host), adapter.actions(host)])
    expect(first === second).toBe(true)
  })

  test('[S3.5] the account is of one of its kinds', async () => {
    const { adapter, wallet } = await made()
    expect((adapter.accountTypes ?? ['eoa']).includes(wallet.account.type)).toBe(true)
  })

  test('reads addresses as it writes them, and nothing else', async () => {
    const { actions, own, addresses } = await made()
    const { parseAddress = (text: string) => text, isSameAddress = (one: string, other: string) => one === other } =
      actions
    for (const address of [own, addresses.other, addresses.ownAgain]) {
      const parsed = parseAddress(address)
      expect(parsed !== undefined && isSameAddress(parsed, address)).toBe(true)
      expect(parseAddress(parsed ?? '')).toBe(parsed)
    }
    expect(isSameAddress(own, addresses.ownAgain)).toBe(true)
    expect(isSameAddress(own, addresses.other)).toBe(false)
    if (actions.parseAddress) expect(actions.parseAddress(addresses.invalid)).toBe(undefined)
  })

  test('a payment that can be asked for names the account, and the amount whole', async () => {
    const { actions, own, network, token } = await made()
    const amount = 12_345_678_901_234_567n
    const assets: readonly Asset[] = [
      { type: 'coin' },
      ...(token === undefined ? [] : [{ type: 'token', address: token } as const]),
    ]
    for (const asset of assets) {
      const decimals = asset.type === 'token' ? 6 : undefined
      const uri = actions.paymentUri?.({ address: own, network, asset, amount, decimals })
      if (uri === undefined) continue
      expect(uri.toLowerCase().includes(own.toLowerCase())).toBe(true)
      // Of whole coins, or of their smallest unit.
      expect(uri.replaceAll('.', '').includes(String(amount))).toBe(true)
      expect(actions.paymentUri?.({ address: own, network, asset })?.includes(String(amount))).toBe(false)
    }
  })

  test('what it leaves out shows as absent', async () => {
    const { actions, wallet, typedData, transaction, call } = await made()
    const said = await actions.capabilities?.({ wallet })
    if (!actions.signTypedData || typedData === undefined) expect(said?.signTypedData ?? false).toBe(false)
    if (!actions.signTransactions || transaction === undefined) expect(said?.signTransactions ?? false).toBe(false)
    if (!actions.sendCall || call === undefined) expect(said?.sendCall ?? false).toBe(false)
    if (!actions.sendTransfer) expect(said?.transfers ?? []).toEqual([])
    if (!actions.prepareReplacement || !actions.replaceTransaction)
      expect(said?.replaceTransaction ?? false).toBe(false)
    // A batch that can be sent can be asked about.
    if (!actions.sendCalls || !actions.callsStatus) expect(said?.sendCalls ?? false).toBe(false)
  })
}

function reading({ test, expect, made }: Suite): void {
  test('balances are whole numbers of the smallest unit', async () => {
    const { actions, own, network, addresses } = await made()
    expect((await actions.nativeBalance({ address: own, network })) > 100_000n).toBe(true)
    expect(await actions.nativeBalance({ address: addresses.other, network })).toBe(0n)
  })

  test('a named token has its decimals and symbol', async () => {
    const { actions, own, network, token } = await made()
    if (!actions.tokenBalances || token === undefined) return
    const [held, ...others] = await actions.tokenBalances({ address: own, network, tokens: [token] })
    expect(others).toEqual([])
    expect(held !== undefined && held.value > 0n && Number.isInteger(held.decimals) && held.symbol.length > 0).toBe(
      true,
    )
  })

  test('a fee is estimated, and what is left to send beside it', async () => {
    const { actions, own, network, addresses, kept = 0n } = await made()
    if (!actions.estimateFee) return
    const work = { transfer: { to: addresses.other, asset: { type: 'coin' }, amount: 1n } } as const
    const { value, most, maxAmount, decimals, symbol } = await actions.estimateFee({ address: own, network, work })
    expect(value >= 0n && value <= most).toBe(true)
    expect(maxAmount).toBe((await actions.nativeBalance({ address: own, network })) - most - kept)
    expect({ decimals, symbol }).toEqual({
      decimals: network.nativeCurrency.decimals,
      symbol: network.nativeCurrency.symbol,
    })
  })

  test('[F18] what is aborted rejects as that', async () => {
    const { actions, own, network } = await made()
    const signal = AbortSignal.abort()
    expect(await codeOf(actions.nativeBalance({ address: own, network, signal }))).toBe('aborted')
  })
}

function signing({ test, expect, made }: Suite): void {
  test('a signed message is the account’s', async () => {
    const { actions, wallet, isSigned } = await made()
    if (!actions.signMessage) return
    const message = 'Hellö 👋'
    const { signature } = await actions.signMessage({ wallet, message })
    expect((await actions.capabilities?.({ wallet }))?.signMessage ?? true).toBe(true)
    expect(await isSigned({ message, signature })).toBe(true)
    expect(await isSigned({ message: 'Hello', signature })).toBe(false)
  })

  test('an adapter that verifies agrees', async () => {
    const { actions, wallet, own, network } = await made()
    if (!actions.signMessage || !actions.verifyMessage) return
    const { signature } = await actions.signMessage({ wallet, message: 'Hello' })
    const verify = (message: string) => actions.verifyMessage?.({ address: own, network, message, signature })
    expect(await verify('Hello')).toBe(true)
    expect(await verify('Goodbye')).toBe(false)
  })

  test('[F13] half of a surrogate pair is no text: the visitor isn’t asked to sign another letter', async () => {
    const { actions, wallet, prompts } = await made()
    if (!actions.signMessage) return
    const before = prompts.count
    expect(await codeOf(actions.signMessage({ wallet, message: 'pay \ud800' }))).toBe('message_not_text')
    expect(prompts.count).toBe(before)
  })

  test('[S8.39] [F22] a refusal is one, and the visitor is asked once', async () => {
    const { actions, wallet, prompts } = await made()
    if (!actions.signMessage) return
    const before = prompts.count
    prompts.rejectNext()
    expect(await codeOf(actions.signMessage({ wallet, message: 'Hello' }))).toBe('user_rejected')
    expect(prompts.count - before <= 1).toBe(true)
  })

  test('[F18] what was aborted before asks nothing of the visitor', async () => {
    const { actions, wallet, prompts, addresses, leastAmount = 1n } = await made()
    const before = prompts.count
    const signal = AbortSignal.abort()
    const transfer = { to: addresses.other, asset: { type: 'coin' }, amount: leastAmount } as const
    const asked = [
      actions.signMessage?.({ wallet, message: 'Hello', signal }),
      actions.sendTransfer?.({ wallet, transfer, signal }),
    ]
    for (const each of asked) if (each) expect(await codeOf(each)).toBe('aborted')
    expect(prompts.count).toBe(before)
  })

  test('signs typed data, and transactions without sending them, where it can', async () => {
    const { actions, wallet, typedData, transaction, network, own } = await made()
    if (actions.signTypedData && typedData !== undefined)
      expect((await actions.signTypedData({ wallet, typedData })).signature.length > 0).toBe(true)
    if (!actions.signTransactions || transaction === undefined) return
    const before = await actions.nativeBalance({ address: own, network })
    const signed = await actions.signTransactions({ wallet, transactions: [transaction, transaction] })
    expect(signed.map((each) => each.length > 0)).toEqual([true, true])
    expect(await actions.nativeBalance({ address: own, network })).toBe(before)
  })
}

const sent = async (subject: Made, asset: Asset, wanted: bigint) => {
  const { actions, wallet, network, addresses, leastAmount = 1n } = subject
  const amount = asset.type === 'coin' && wanted < leastAmount ? leastAmount : wanted
  const done = await actions.sendTransfer?.({ wallet, transfer: { to: addresses.other, asset, amount } })
  return done && actions.waitForTransaction?.({ network, hash: done.hash })
}

function sending({ test, expect, made }: Suite): void {
  test('a coin arrives', async () => {
    const subject = await made()
    const { actions, network, wallet, addresses } = subject
    if (!actions.sendTransfer) return
    const before = await actions.nativeBalance({ address: addresses.other, network })
    const { leastAmount = 1n } = subject
    const amount = leastAmount > 1000n ? leastAmount : 1000n
    expect(await sent(subject, { type: 'coin' }, amount)).toMatchObject({ status: 'success' })
    expect((await actions.nativeBalance({ address: addresses.other, network })) - before).toBe(amount)
    expect((await actions.capabilities?.({ wallet }))?.transfers?.includes('coin') ?? true).toBe(true)
  })

  test('so do a token and an NFT, where there are some', async () => {
    const subject = await made()
    const { actions, network, addresses, token, nft } = subject
    const held = async () => {
      const tokens = token === undefined ? [] : [token]
      const [balance] = (await actions.tokenBalances?.({ address: addresses.other, network, tokens })) ?? []
      return balance?.value ?? 0n
    }
    if (token !== undefined) {
      const before = await held()
      expect(await sent(subject, { type: 'token', address: token }, 1n)).toMatchObject({ status: 'success' })
      expect((await held()) - before).toBe(1n)
    }
    if (nft) expect(await sent(subject, nft, 1n)).toMatchObject({ status: 'success' })
  })

  test('a call is carried out', async () => {
    const { actions, wallet, network, call } = await made()
    if (!actions.sendCall || call === undefined) return
    const { hash } = await actions.sendCall({ wallet, call })
    expect(await actions.waitForTransaction?.({ network, hash })).toMatchObject({ status: 'success' })
  })
}

function contracts({ test, expect, made }: Suite): void {
  test('calls in a batch are carried out, or are nothing that was shown', async () => {
    const { actions, wallet, call, prompts } = await made()
    if (!actions.sendCalls || call === undefined) return
    const before = prompts.count
    const said = await actions.capabilities?.({ wallet })
    const sending = actions.sendCalls({ wallet, calls: [call, call] })
    if (!said?.sendCalls) {
      expect(await codeOf(sending)).toBe('unsupported_method')
      expect(prompts.count).toBe(before)
      return
    }
    const { id } = await sending
    expect(id.length > 0).toBe(true)
    expect(await ended({ actions, wallet, id })).toMatchObject({ id, status: 'success' })
  })

  test('what takes an approval back says what it does, asks no one, and names the contract and the spender', async () => {
    const { actions, token, addresses, prompts } = await made()
    if (!actions.revocation || token === undefined) return
    const before = prompts.count
    const { decoded } = actions.revocation({ approval: { kind: 'token', contract: token, spender: addresses.other } })
    const isSame = actions.isSameAddress ?? ((one: string, other: string) => one === other)
    expect(isSame(decoded.contract, token)).toBe(true)
    expect(decoded.inputs.some(({ value }) => isSame(value, addresses.other))).toBe(true)
    expect(prompts.count).toBe(before)
  })
}

/** How often a test asks where a batch stands, at most. */
const mostLooks = 200

async function ended({
  actions,
  wallet,
  id,
}: Pick<Made, 'actions' | 'wallet'> & { readonly id: string }): Promise<CallsStatus | undefined> {
  let status = await actions.callsStatus?.({ wallet, id })
  for (let looks = 0; status?.status === 'pending' && looks < mostLooks; looks++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    status = await actions.callsStatus?.({ wallet, id })
  }
  return status
}

function waiting({ test, expect, made }: Suite): void {
  test('[F18] a wait for what is never mined ends with its signal, and leaves no listener on it', async () => {
    const subject = await made()
    const { actions, network } = subject
    const mined = await sent(subject, { type: 'coin' }, 1n)
    if (!actions.waitForTransaction || !mined) return
    const controller = new AbortController()
    const listeners = countListeners(controller.signal)
    await actions.waitForTransaction({ network, hash: mined.hash, signal: controller.signal })
    expect(listeners()).toBe(0)
    const waiting = codeOf(
      actions.waitForTransaction({ network, hash: mined.hash, confirmations: 1_000_000, signal: controller.signal }),
    )
    controller.abort()
    expect(await waiting).toBe('aborted')
    expect(listeners()).toBe(0)
  })
}

function replacing({ test, expect, made }: Suite): void {
  test('what is in a block can’t be replaced, and the visitor isn’t asked', async () => {
    const subject = await made()
    const { actions, network, prompts } = subject
    const mined = await sent(subject, { type: 'coin' }, 1n)
    if (!actions.prepareReplacement || !mined) return
    const before = prompts.count
    for (const kind of ['speedUp', 'cancel'] as const)
      expect(await actions.prepareReplacement({ network, hash: mined.hash, kind })).toBe(undefined)
    expect(prompts.count).toBe(before)
  })

  test('what succeeded has no reason of a failure', async () => {
    const subject = await made()
    const { actions, network } = subject
    const mined = await sent(subject, { type: 'coin' }, 1n)
    if (!actions.failureReason || !mined) return
    expect(await actions.failureReason({ network, hash: mined.hash })).toBe(undefined)
  })
}

/** Counts the listeners on a signal. One that was called once is gone. */
function countListeners(signal: AbortSignal): () => number {
  const standing = new Set<unknown>()
  const { addEventListener, removeEventListener } = AbortSignal.prototype
  Object.assign(signal, {
    addEventListener(type: 'abort', listener: () => void, options?: AddEventListenerOptions) {
      standing.add(listener)
      addEventListener.call(signal, type, listener, options)
      addEventListener.call(signal, type, () => standing.delete(listener), { once: true })
    },
    removeEventListener(type: 'abort', listener: () => void) {
      standing.delete(listener)
      removeEventListener.call(signal, type, listener)
    },
  })
  return () => standing.size
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'an error without a code'
  }
  throw new Error('It should have failed.')
}
