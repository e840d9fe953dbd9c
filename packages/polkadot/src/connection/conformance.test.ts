import type { Connector } from '@foyer/core'
import { connectorConformance, createTestHost, createTestPolkadotWallet } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeAddress } from '../addresses/ss58.js'
import { polkadot } from '../polkadot.js'
import { freshKey, networkAt, relay } from '../test/stage.js'
import { connectionsOn } from './connectWallet.js'

const here = networkAt({ url: 'http://127.0.0.1:1', reference: 'a'.repeat(32) })
const there = networkAt({ url: 'http://127.0.0.1:1', reference: 'b'.repeat(32) })
const chains = { [here.caipNetworkId]: relay, [there.caipNetworkId]: { ...relay, prefix: 2 } }

// The official library writes wrong checksums under jsdom, whose TextEncoder makes bytes of another realm: the page is as much of one as wallets need.
beforeAll(() => void vi.stubGlobal('window', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

connectorConformance({
  describe,
  test,
  expect,
  async make() {
    const accounts = [{ key: freshKey() }, { key: freshKey() }] as const
    const wallet = await createTestPolkadotWallet({ name: 'Willow', accounts })
    const found: Connector[] = []
    const leave = wallet.appearIn(window)
    const host = createTestHost({ networks: [here, there] })
    const stop = polkadot({ chains }).discover?.({ host, register: (connector) => found.push(connector) })
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

const reach = async (listed: unknown, { network = here } = {}) => {
  const signRaw = vi.fn(async () => ({ id: 1, signature: `0x${'00'.repeat(64)}` }))
  const accounts = { get: async () => listed, subscribe: () => () => {} }
  const object = { enable: async () => ({ accounts, signer: { signRaw } }) }
  const report = vi.fn()
  const host = createTestHost({ networks: [here, there], report })
  const live = connectionsOn(chains).connectWallet({
    found: { id: 'polkadot:own', source: () => object },
    request: {
      ...{ host, network, signal: new AbortController().signal, step: () => {} },
      ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
    },
  })
  return { live, signRaw, accounts, report }
}

const key = new Uint8Array(32).fill(3)
const own = writeAddress({ prefix: 42, id: key })

test('an account is shown under its network’s prefix, and under the next one’s after a switch', async () => {
  const live = await (await reach([{ address: own, type: 'sr25519' }])).live
  expect(live.accounts[0].address).toBe(writeAddress({ prefix: 0, id: key }))
  await live.switchNetwork?.({ network: there, signal: new AbortController().signal })
  expect(live.accounts[0].address).toBe(writeAddress({ prefix: 2, id: key }))
})

test.each([
  ['of Ethereum’s kind', [{ address: '0x'.padEnd(42, '1'), type: 'ethereum' }]],
  ['of another chain alone', [{ address: own, genesisHash: `0x${'c'.repeat(64)}` }]],
  ['whose checksum fails', [{ address: `${own.slice(0, -1)}${own.endsWith('a') ? 'b' : 'a'}` }]],
  ['none', []],
])('accounts that are %s connect nothing', async (_, listed) => {
  await expect((await reach(listed)).live).rejects.toMatchObject({ code: 'wallet_answer' })
})

test('an account that the wallet shows no more is asked for no signature', async () => {
  const { live, signRaw, accounts } = await reach([{ address: own }])
  const { providers, accounts: shown } = await live
  accounts.get = async () => [{ address: writeAddress({ prefix: 42, id: new Uint8Array(32).fill(4) }) }]
  const asked = providers.polkadot?.signMessage?.({ address: shown[0].address, message: 'Hello' })
  await expect(asked).rejects.toMatchObject({ code: 'account_not_connected' })
  expect(signRaw).not.toHaveBeenCalled()
})

test('a chain that nothing is known of is not asked for', async () => {
  const network = networkAt({ url: 'http://127.0.0.1:1', reference: 'd'.repeat(32) })
  await expect((await reach([{ address: own }], { network })).live).rejects.toMatchObject({
    code: 'unknown_polkadot_chain',
  })
})

test('what a wallet hasn’t it may leave out or write as null, and an account that can’t be read costs itself', async () => {
  const listed = [null, { address: 7 }, { address: own, type: null, genesisHash: null, name: null }, 'x']
  const live = await (await reach(listed)).live
  expect(live.accounts.map(({ address }) => address)).toEqual([writeAddress({ prefix: 0, id: key })])
})

test('a wallet that can’t be listened to is connected all the same', async () => {
  const { live, accounts, report } = await reach([{ address: own }])
  accounts.subscribe = () => {
    throw new Error('No listening here')
  }
  const connected = await live
  expect(() => connected.listen(() => {})()).not.toThrow()
  expect(report).toHaveBeenCalledTimes(1)
})
