import type { AdapterHost, WalletEvent } from '@foyer/core'
import { defineNetwork } from '@foyer/core/networks'
import { createTestClock, createTestWallet, type TestWallet } from '@foyer/testing'
import { describe, expect, test, vi } from 'vitest'
import { connectWallet, restoreWallet } from './connectWallet.js'

const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

const newWallet = (): TestWallet =>
  createTestWallet({ name: 'Maple', keys, chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:1' }] })

function walletAndHost() {
  const report = vi.fn()
  const clock = createTestClock()
  const host: AdapterHost = {
    rpc: {},
    clock,
    report,
    announced: true,
    injected: true,
  }
  const wallet = newWallet()
  const { signal } = new AbortController()
  return { wallet, host, clock, report, signal, provider: wallet.provider }
}

async function connected() {
  const parts = walletAndHost()
  const live = await connectWallet(parts)
  const received: WalletEvent[] = []
  return { ...parts, live, received, stop: live.listen((event) => received.push(event)) }
}

describe('connecting', () => {
  test.each([
    ['eth_requestAccounts', { answer: [] }],
    ['eth_requestAccounts', { answer: ['0x12'] }],
    ['eth_requestAccounts', 'garbage'],
    ['eth_chainId', { answer: 'mainnet' }],
    ['eth_chainId', { answer: -1 }],
    ['eth_chainId', 'garbage'],
  ] as const)('[F18] names what %s should have answered instead of %o', async (method, fault) => {
    const { wallet, ...parts } = walletAndHost()
    wallet.fail(method, { with: fault })
    await expect(connectWallet(parts)).rejects.toMatchObject({ code: 'wallet_answer', facts: { method } })
  })

  test('[F18] a provider that throws at once, or a string, fails with an error of the kit', async () => {
    const parts = walletAndHost()
    const request = () => {
      throw 'boom'
    }
    await expect(connectWallet({ ...parts, provider: { request } })).rejects.toMatchObject({
      code: 'unknown_wallet',
      cause: 'boom',
    })
  })

  test('[F18] an answer that throws on being read is nonsense, not a crash', async () => {
    const get = () => {
      throw new Error('not for you')
    }
    const { wallet, ...parts } = walletAndHost()
    wallet.fail('eth_requestAccounts', { with: { answer: Object.defineProperty([], 0, { get }) } })
    await expect(connectWallet(parts)).rejects.toMatchObject({ code: 'wallet_answer', cause: new Error('not for you') })
  })

  test('takes the chain id in hex, decimal or as a number', async () => {
    const { wallet, ...parts } = walletAndHost()
    for (const answer of ['0x7a69', '31337', 31337]) {
      wallet.fail('eth_chainId', { with: { answer }, times: 1 })
      expect((await connectWallet(parts)).networks).toEqual({ eip155: 'eip155:31337' })
    }
  })

  test.each([
    ['a number', { code: 4200 }],
    ['words alone', { code: 1, message: '"eth_requestAccounts" not implemented' }],
  ])('a provider that can only say what it shows, by %s, is connected by that', async (_, fault) => {
    const { wallet, ...parts } = walletAndHost()
    wallet.fail('eth_requestAccounts', { with: fault })
    wallet.fail('wallet_requestPermissions', { with: fault })
    await expect(connectWallet(parts)).rejects.toMatchObject({
      code: 'unsupported_method',
      notice: 'error.notSupported',
      facts: { method: 'eth_requestAccounts' },
    })
    wallet.fail('eth_accounts', { with: { answer: [wallet.accounts[0]] } })
    expect((await connectWallet(parts)).accounts).toMatchObject([{ address: wallet.accounts[0] }])
  })

  test('a wallet that only knows permissions is asked for them (EIP-2255)', async () => {
    const { wallet, ...parts } = walletAndHost()
    wallet.next({ connect: { code: 4200 } })
    const live = await connectWallet(parts)
    expect(live.accounts.map(({ address }) => address)).toEqual(wallet.accounts)
    expect(wallet.requests.map(({ method }) => method)).toContain('wallet_requestPermissions')
  })

  test('is willing to go to any network', async () => {
    expect((await connected()).live.approvedNetworks).toBeUndefined()
  })

  test('restoring only ever asks what needs no consent', async () => {
    const { wallet, ...parts } = walletAndHost()
    await connectWallet(parts)
    const before = wallet.requests.length
    await restoreWallet(parts)
    expect(wallet.requests.slice(before).map(({ method }) => method)).toEqual(['eth_accounts', 'eth_chainId'])
  })
})

describe('listening', () => {
  test.each(['0x7a6a', '31338', 31338])('[S4.19] follows chainChanged as %s', async (id) => {
    const { wallet, received } = await connected()
    wallet.emit('chainChanged', id)
    expect(received).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:31338' }])
  })

  /** A provider whose accounts, and its answers to `eth_accounts`, are the test's. */
  async function ordering(answers: (readonly string[] | 'hang' | 'fail')[]) {
    const parts = walletAndHost()
    const listeners = new Map<string, (value: unknown) => void>()
    const held: ((answer: readonly string[]) => void)[] = []
    const request = async ({ method }: { readonly method: string }): Promise<unknown> => {
      if (method !== 'eth_accounts') return parts.provider.request({ method })
      const answer = answers.shift() ?? 'fail'
      if (answer === 'hang') return new Promise((resolve) => held.push(resolve))
      return answer === 'fail' ? Promise.reject(new Error('no')) : answer
    }
    const on = (name: string, listener: (value: unknown) => void) => listeners.set(name, listener)
    const live = await connectWallet({ ...parts, provider: { request, on, removeListener: () => {} } })
    const received: string[][] = []
    live.listen((event) => {
      if (event.type === 'accountsChanged') received.push(event.accounts.map(({ address }) => address))
    })
    return { ...parts, held, received, emit: (value: unknown) => listeners.get('accountsChanged')?.(value) }
  }

  test('the chosen one of several is the first that eth_accounts lists, whatever the order of the event', async () => {
    const [one = '', two = ''] = newWallet().accounts
    const { received, emit } = await ordering([[two, one], 'fail', []])
    for (let each = 1; each <= 3; each++) {
      emit([one, two])
      await vi.waitFor(() => expect(received).toHaveLength(each))
    }
    expect(received).toEqual([
      [two, one],
      [one, two],
      [one, two],
    ])
  })

  test('[F18] a wallet that doesn’t say which is chosen is believed as it told; the last event counts', async () => {
    const [one = '', two = ''] = newWallet().accounts
    const { received, emit, held, clock } = await ordering(['hang', 'hang', 'hang', 'hang'])
    const asked = (times: number) => vi.waitFor(() => expect(held).toHaveLength(times))
    emit([one, two])
    await asked(1)
    clock.advance(1_000)
    await vi.waitFor(() => expect(received).toEqual([[one, two]]))
    emit([one, two])
    emit([two, one])
    await asked(3)
    held[2]?.([two, one])
    await vi.waitFor(() => expect(received).toHaveLength(2))
    held[1]?.([one, two])
    emit([one, two])
    emit([])
    await asked(4)
    held[3]?.([one, two])
    expect(received.slice(1)).toEqual([[two, one], []])
  })

  test('[S4.19] follows accountsChanged, down to none', async () => {
    const { wallet, received } = await connected()
    wallet.switchAccount(1)
    const accounts = wallet.accounts.map((address) => ({ namespace: 'eip155', address, type: 'eoa' }))
    await vi.waitFor(() => expect(received).toHaveLength(1))
    wallet.lock()
    expect(received).toEqual([
      { type: 'accountsChanged', family: 'eip155', accounts },
      { type: 'accountsChanged', family: 'eip155', accounts: [] },
    ])
  })

  test.each([
    ['accountsChanged', { nonsense: true }],
    ['accountsChanged', ['0x12']],
    ['chainChanged', 'mainnet'],
    ['chainChanged', null],
  ])('nonsense in %s changes nothing, and is reported', async (event, value) => {
    const { wallet, received, report } = await connected()
    wallet.emit(event, value)
    expect(received).toEqual([])
    expect(report).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ facts: { method: event, expected: expect.any(String) } }),
    )
  })

  test('a disconnect ends the connection', async () => {
    const { wallet, received } = await connected()
    wallet.emit('disconnect', { code: 4900 })
    expect(received).toEqual([{ type: 'disconnected', family: 'eip155' }])
  })

  test('a disconnect with 1013 ends nothing while the wallet still shows accounts', async () => {
    const { wallet, received, clock } = await connected()
    wallet.emit('disconnect', { code: 1013 })
    expect(clock.pending).toBe(1)
    await expect.poll(() => clock.pending).toBe(0)
    expect(wallet.requests.at(-1)?.method).toBe('eth_accounts')
    wallet.emit('chainChanged', 5)
    expect(received.map(({ type }) => type)).toEqual(['networkChanged'])
  })

  test('a disconnect with 1013 ends the connection of a wallet that shows none', async () => {
    const { wallet, received } = await connected()
    wallet.fail('eth_accounts', { with: { answer: [] } })
    wallet.emit('disconnect', { code: 1013 })
    await expect.poll(() => received).toEqual([{ type: 'disconnected', family: 'eip155' }])
  })

  test('[F18] a disconnect with 1013 ends the connection after 3 s, where the wallet says nothing more', async () => {
    const { wallet, received, clock, report } = await connected()
    wallet.fail('eth_accounts', { with: 'hang' })
    wallet.emit('disconnect', { code: 1013 })
    await expect.poll(() => wallet.requests.at(-1)?.method).toBe('eth_accounts')
    clock.advance(2999)
    expect(received).toEqual([])
    clock.advance(1)
    await expect.poll(() => received).toEqual([{ type: 'disconnected', family: 'eip155' }])
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ code: 'request_timeout' }))
  })

  test('once it has stopped, it asks and says nothing more', async () => {
    const { wallet, received, stop, clock, report } = await connected()
    wallet.fail('eth_accounts', { with: 'hang' })
    wallet.emit('disconnect', { code: 1013 })
    stop()
    wallet.release()
    await expect.poll(() => clock.pending).toBe(0)
    expect(received).toEqual([])
    expect(report).not.toHaveBeenCalled()
  })

  test('events of a wallet that cannot remove listeners are ignored all the same', async () => {
    const { live, ...parts } = await connected()
    const { removeListener, ...provider } = parts.provider
    const received: WalletEvent[] = []
    const stop = (await connectWallet({ ...parts, provider })).listen((event) => received.push(event))
    stop()
    parts.wallet.emit('chainChanged', 5)
    expect(received).toEqual([])
  })

  test('a wallet whose listeners fail can still be asked', async () => {
    const parts = walletAndHost()
    const on = () => {
      throw new Error('no events')
    }
    const live = await connectWallet({ ...parts, provider: { request: parts.provider.request, on } })
    live.listen(() => {})()
    expect(parts.report).toHaveBeenCalledOnce()
  })
})

describe('disconnecting', () => {
  test('has the wallet forget the site (EIP-2255)', async () => {
    const { wallet, live } = await connected()
    await live.disconnect()
    expect(wallet.requests.at(-1)).toMatchObject({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('is for the visitor to ask for: a wallet that is merely left for another keeps its consent', async () => {
    const { live } = await connected()
    expect(live.release).toBeUndefined()
  })

  test.each([4200, -32601])('bears a wallet that cannot: %i', async (code) => {
    const { wallet, live, report } = await connected()
    wallet.fail('wallet_revokePermissions', { with: { code } })
    await live.disconnect()
    expect(report).not.toHaveBeenCalled()
  })

  test('reports any other failure, and resolves all the same', async () => {
    const { wallet, live, report } = await connected()
    wallet.fail('wallet_revokePermissions', { with: 'throw-string' })
    await live.disconnect()
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ code: 'unknown_wallet' }))
  })

  test('[F18] waits 3 s for a wallet that never answers', async () => {
    const { wallet, live, clock } = await connected()
    wallet.fail('wallet_revokePermissions', { with: 'hang' })
    let done = false
    const ended = live.disconnect().then(() => {
      done = true
    })
    clock.advance(2999)
    await Promise.resolve()
    expect(done).toBe(false)
    clock.advance(1)
    await ended
  })
})

test('a wallet that went elsewhere without a word is found there when it is asked to go back', async () => {
  const { wallet, live, received, signal } = await connected()
  const there = defineNetwork({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
  })
  wallet.fail('eth_chainId', { with: { answer: '0x1' } })
  wallet.next({ switchChain: 'reject' })
  await expect(live.switchNetwork({ network: there, signal })).rejects.toMatchObject({ code: 'user_rejected' })
  expect(received).toEqual([{ type: 'networkChanged', family: 'eip155', networkId: 'eip155:1' }])
})

describe('a wallet that is locked', () => {
  test('is waited for without a request, and says when it shows its accounts again', async () => {
    const { wallet, live } = await connected()
    wallet.lock()
    const before = wallet.requests.length
    const back = vi.fn()
    const stop = live.awaitAccounts?.(back)
    wallet.emit('accountsChanged', [])
    wallet.emit('chainChanged', '0x1')
    expect(back).not.toHaveBeenCalled()
    wallet.unlock()
    expect(back).toHaveBeenCalledOnce()
    stop?.()
    wallet.emit('accountsChanged', wallet.accounts)
    expect(back).toHaveBeenCalledOnce()
    expect(wallet.requests).toHaveLength(before)
  })

  test('[S4.2] on the next visit as well', async () => {
    const { wallet, ...parts } = await connected()
    wallet.lock()
    const back = vi.fn()
    expect(await restoreWallet({ ...parts, locked: (awaitAccounts) => awaitAccounts(back) })).toBeNull()
    wallet.unlock()
    expect(back).toHaveBeenCalledOnce()
    expect((await restoreWallet(parts))?.accounts).toMatchObject(wallet.accounts.map((address) => ({ address })))
    expect(wallet.promptCount).toBe(1)
  })
})
