import type { Connector, LiveConnection, NetworkId } from '@foyer/core'
import { connectorConformance, createTestHost, createTestNearWallet } from '@foyer/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { near } from '../near.js'
import { nearTestnet } from '../networks.js'
import { freshKey, networkAt } from '../test/stage.js'
import { connectWallet } from './connectWallet.js'

const here = networkAt({ url: 'http://127.0.0.1:1' })
const there = networkAt({ url: 'http://127.0.0.1:1', chainId: 'other' })

describe.each(['connect', 'window'] as const)('a wallet of the kind %s', (kind) => {
  connectorConformance({
    describe,
    test,
    expect,
    async make() {
      const wallet = createTestNearWallet({
        name: 'Willow',
        kind,
        accounts: [{ key: freshKey() }, { key: freshKey() }],
      })
      const found: Connector[] = []
      const leave = wallet.appearIn(window)
      const host = createTestHost({ networks: [here, there] })
      const stop = near().discover?.({ host, register: (connector) => found.push(connector) })
      onTestFinished(() => {
        stop?.()
        leave()
      })
      await vi.waitFor(() => expect(found).toHaveLength(1))
      const [connector] = found
      if (!connector) throw new Error('No wallet was found.')
      return { connector, host, here, there, wallet }
    },
  })
})

test('a wallet that says it isn’t for a network is not asked to go there', async () => {
  const wallet = createTestNearWallet({ name: 'Willow', accounts: [{ key: freshKey() }] })
  const found: Connector[] = []
  onTestFinished(wallet.appearIn(window))
  const host = createTestHost({ networks: [nearTestnet] })
  const stop = near().discover?.({ host, register: (connector) => found.push(connector) })
  onTestFinished(() => stop?.())
  const request = {
    ...{ host, network: nearTestnet, signal: new AbortController().signal, step: () => {} },
    ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
  }
  await expect(found[0]?.connect(request)).rejects.toMatchObject({ code: 'chain_not_supported' })
  expect(wallet.promptCount).toBe(0)
})

type Listed = readonly { readonly accountId: string; readonly publicKey?: string }[]
const key = `ed25519:${'2'.repeat(43)}`

/** A wallet whose accounts are listed when the test says so. */
async function reachSlow({ kind = 'connect', own }: { kind?: 'connect' | 'window'; own?: string } = {}) {
  const listing: { readonly network: unknown; readonly say: (listed: Listed) => void }[] = []
  const list = (asked: unknown) =>
    new Promise<Listed>((say) => listing.push({ network: Reflect.get(Object(asked), 'network'), say }))
  const signMessage = vi.fn(async () => ({}))
  const object = {
    network: { networkId: own },
    signIn: async () => [{ accountId: 'alice.near', publicKey: key }],
    requestSignIn: async () => ({ accountId: 'alice.near', publicKey: key }),
    getAccounts: list,
    getAccountId: async () => 'alice.near',
    signOut: async () => {},
    signMessage,
  }
  const host = createTestHost({ networks: [here, there] })
  const connecting = (network = here): Promise<LiveConnection> =>
    connectWallet({
      found: { id: 'near:slow', source: () => object, kind },
      request: {
        ...{ host, network, signal: new AbortController().signal, step: () => {} },
        ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
      },
    })
  return { listing, host, object, connecting, signMessage }
}
const comeBack = () => window.dispatchEvent(new Event('focus'))

test('a look at the former network that ends after a switch is none: it is looked again', async () => {
  const { listing, connecting } = await reachSlow()
  const live = await connecting()
  const seen: (NetworkId | undefined)[] = []
  onTestFinished(live.listen((event) => event.type === 'networkChanged' && seen.push(event.networkId)))
  comeBack()
  await vi.waitFor(() => expect(listing).toHaveLength(1))
  await live.switchNetwork?.({ network: there, signal: new AbortController().signal })
  listing[0]?.say([{ accountId: 'alice.near' }])
  await vi.waitFor(() => expect(listing.map(({ network }) => network)).toEqual(['localnet', 'other']))
  listing[1]?.say([{ accountId: 'bob.near' }])
  await vi.waitFor(() => expect(live.accounts[0].address).toBe('bob.near'))
  expect(live.networks).toEqual({ near: there.caipNetworkId })
  expect(seen).toEqual([there.caipNetworkId])
})

test('an account that can’t be read costs itself, and a key that can’t be is none', async () => {
  const { connecting, object } = await reachSlow()
  const odd: readonly unknown[] = [
    null,
    { accountId: 7 },
    { accountId: 'Not a name' },
    { accountId: 'a.near', publicKey: 7 },
  ]
  Object.assign(object, { signIn: async () => [...odd, { accountId: 'b.near', publicKey: null }] })
  const { accounts } = await connecting()
  expect(accounts.map(({ address, publicKey }) => [address, publicKey])).toEqual([
    ['a.near', undefined],
    ['b.near', undefined],
  ])
  Object.assign(object, { signIn: async () => [null, { accountId: 'Not a name' }] })
  await expect(connecting()).rejects.toMatchObject({ code: 'wallet_answer' })
})

test('a look that ends after the visitor disconnected is kept no more', async () => {
  const { listing, host, connecting } = await reachSlow()
  const live = await connecting()
  const signing = live.providers.near?.signMessage?.({
    ...{ accountId: 'alice.near', message: '', nonce: new Uint8Array(32), recipient: 'localhost' },
  })
  await vi.waitFor(() => expect(listing).toHaveLength(1))
  await live.disconnect()
  listing[0]?.say([{ accountId: 'bob.near' }])
  await expect(signing).rejects.toMatchObject({ code: 'account_not_connected' })
  expect(host.storage.getItem('near:slow')).toBeNull()
})

test('an account keeps the key that it had, where the wallet says none later', async () => {
  const { connecting } = await reachSlow({ kind: 'window' })
  const live = await connecting()
  await live.providers.near
    ?.signMessage?.({
      ...{ accountId: 'alice.near', message: '', nonce: new Uint8Array(32), recipient: 'localhost' },
    })
    .catch(() => {}) // what it answers is no signature
  expect(live.accounts[0].publicKey).toBe(key)
})

test('an older wallet that is on another network is asked for nothing there', async () => {
  const { connecting, object, signMessage } = await reachSlow({ kind: 'window', own: 'other' })
  await expect(connecting()).rejects.toMatchObject({ code: 'chain_not_supported' })
  const live = await connecting(there)
  object.network.networkId = 'localnet'
  const asked = { accountId: 'alice.near', message: '', nonce: new Uint8Array(32), recipient: 'localhost' }
  await expect(live.providers.near?.signMessage?.(asked)).rejects.toMatchObject({ code: 'chain_not_supported' })
  const paid = { accountId: 'alice.near', receiverId: 'bob.near', deposit: 1n }
  await expect(live.providers.near?.sendTransfer?.(paid)).rejects.toMatchObject({ code: 'chain_not_supported' })
  expect(signMessage).not.toHaveBeenCalled()
})
