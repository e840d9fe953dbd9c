import type { ConnectRequest, Network, RestoreRequest, WalletEvent } from '@foyer/core'
import { defineNetwork, solana, solanaDevnet } from '@foyer/core/networks'
import { createTestClock, createTestHost, createTestSolanaWallet } from '@foyer/testing'
import { expect, test, vi } from 'vitest'
import { isWallet } from '../discovery/parseWallet.js'
import { addresses, keys } from '../test/keys.js'
import { connectWallet, restoreWallet } from './connectWallet.js'
import type { Place } from './place.js'

const local = defineNetwork({
  chainNamespace: 'solana',
  id: 'local',
  name: 'Local',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

/** A wallet that knows the main network, and a kit that has others too. */
function stage({
  networks = [solana, solanaDevnet, local],
  ...options
}: Partial<Parameters<typeof createTestSolanaWallet>[0]> & {
  readonly networks?: readonly [Network, ...Network[]]
} = {}) {
  const wallet = createTestSolanaWallet({
    name: 'Maple',
    keys,
    chains: [{ chain: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }],
    ...options,
  })
  const { standard } = wallet
  if (!isWallet(standard)) throw new Error('The wallet is none.')
  const clock = createTestClock()
  const report = vi.fn()
  const host = createTestHost({ networks: [...networks], clock, report })
  const gone = new AbortController()
  const place: Place = { networkId: undefined }
  const waits: (() => void)[] = []
  const back = vi.fn()
  const request = (network?: Network): ConnectRequest & RestoreRequest => ({
    host,
    network,
    signal: new AbortController().signal,
    step() {},
    ask: async () => ({ opened: false }),
    picked: () => undefined,
    locked: (awaitAccounts) => waits.push(awaitAccounts(back)),
  })
  const reached = { wallet: standard, gone: gone.signal, place, host }
  return {
    wallet,
    standard,
    clock,
    report,
    gone,
    waits,
    back,
    connect: (network?: Network) => connectWallet({ ...reached, request: request(network) }),
    restore: (network?: Network) => restoreWallet({ ...reached, request: request(network) }),
  }
}

test('a connection begins where the dapp would like, and is restored where the visitor went', async () => {
  const { connect, restore } = stage()
  const live = await connect(solanaDevnet)
  expect(live.networks).toEqual({ solana: solanaDevnet.caipNetworkId })
  // What it signs goes anywhere: the kit sends it.
  expect(live.approvedNetworks).toBeUndefined()
  await live.switchNetwork({ network: local, signal: new AbortController().signal })
  expect((await restore())?.networks).toEqual({ solana: local.caipNetworkId })
  expect((await restore(solana))?.networks).toEqual({ solana: solana.caipNetworkId })
})

test('a wallet that only sends is on the chains that it knows, and goes to no other', async () => {
  const { connect } = stage({ without: ['solana:signTransaction'], networks: [local, solana] })
  const live = await connect(local)
  expect(live.networks).toEqual({ solana: solana.caipNetworkId })
  expect(live.approvedNetworks).toEqual([solana.caipNetworkId])
  await expect(live.switchNetwork({ network: local, signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'chain_not_supported',
  })
})

test('[S3.5 S6.2] accounts are ordinary ones of solana; those of other families in the wallet aren’t taken, nor what can’t be read', async () => {
  const { connect, standard } = stage()
  const foreign = { address: 'bc1q', publicKey: new Uint8Array(33), chains: ['bitcoin:mainnet'], features: [] }
  const connecting: unknown = standard.features['standard:connect']
  const plain: unknown = Reflect.get(Object(connecting), 'connect')
  Reflect.set(Object(connecting), 'connect', async () => {
    const { accounts }: { readonly accounts: readonly unknown[] } =
      typeof plain === 'function' ? await plain() : { accounts: [] }
    return { accounts: [foreign, null, { address: 'x' }, ...accounts, ...accounts] }
  })
  expect((await connect()).accounts).toEqual(
    addresses.map((address) => ({ namespace: 'solana', address, type: 'eoa' })),
  )
})

test('[F18] a change that can’t be read changes nothing, and is reported', async () => {
  const { connect, wallet, report } = stage()
  const live = await connect()
  const heard: WalletEvent[] = []
  const stop = live.listen((event) => heard.push(event))
  for (const change of [null, 7, {}, { chains: [] }, { accounts: 'all' }, { accounts: [{ address: 'x' }] }])
    wallet.change(change)
  await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2))
  expect(heard).toEqual([])
  wallet.revoke()
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'accountsChanged', family: 'solana', accounts: [] }]))
  stop()
})

test('a wallet that shows no account is waited for, now and on the next visit, and says when it shows some again', async () => {
  const { connect, restore, wallet, waits, back } = stage()
  const live = await connect()
  await restore()
  expect(waits).toEqual([]) // it shows some
  wallet.revoke()
  if (live.awaitAccounts) waits.push(live.awaitAccounts(back))
  expect(await restore()).toBeNull()
  expect(waits).toHaveLength(2)
  wallet.change({ accounts: [] })
  expect(back).not.toHaveBeenCalled()
  await connect()
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(2))
  for (const stop of waits) stop()
  wallet.switchAccount(1)
  expect(back).toHaveBeenCalledTimes(2)
})

test('[F18] a wallet that never lets go is let go after 3 seconds, and reported', async () => {
  const { connect, wallet, clock, report } = stage()
  const live = await connect()
  wallet.fail('standard:disconnect', { with: 'hang' })
  const disconnecting = live.disconnect()
  clock.advance(3_000)
  await disconnecting
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ code: 'request_timeout' }))
  expect(clock.pending).toBe(0)
})

test('a wallet that can’t forget a site is left without a word; one that is gone has nothing to restore', async () => {
  const { connect, restore, wallet, report, gone } = stage({ without: ['standard:disconnect'] })
  await (await connect()).disconnect()
  expect(report).not.toHaveBeenCalled()
  gone.abort()
  const before = wallet.requests.length
  expect(await restore()).toBeNull()
  expect(wallet.requests).toHaveLength(before)
})

test.each(['reject', { code: 4100 }] as const)(
  'a wallet that refuses (%j) to be asked without a prompt has nothing to restore',
  async (fault) => {
    const { restore, wallet } = stage()
    wallet.next({ connect: fault })
    expect(await restore()).toBeNull()
    expect(wallet.promptCount).toBe(0)
  },
)
