import { createFoyer, type Foyer, systemClock } from '@foyer/core'
import {
  addresses,
  capabilities,
  estimateFee,
  nativeBalance,
  readAccounts,
  sendCall,
  sendTransfer,
  signMessage,
  signTransactions,
  signTypedData,
  tokenBalances,
  verifyMessage,
  waitForTransaction,
} from '@foyer/core/actions'
import { callsStatus, sendCalls, showCallsStatus } from '@foyer/core/calls'
import { mainnet } from '@foyer/core/networks'
import { watch } from '@foyer/core/query'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapterConformance } from '../adapterConformance.js'
import { createTestHost } from '../createTestHost.js'
import { createTinyChain, createTinyWallet, tinyConnector, tinyFamily } from './tinyFamily.js'

const isSigned = async ({ message, signature }: { readonly message: string; readonly signature: string }) =>
  signature === `signed:${JSON.stringify(message)}`

adapterConformance({
  describe,
  test,
  expect,
  make() {
    const chain = createTinyChain()
    const { provider, prompts } = createTinyWallet(chain)
    const account = { namespace: 'other', address: '@alice', type: 'payment' } as const
    return {
      adapter: tinyFamily(chain),
      host: createTestHost({ networks: [chain.network], clock: systemClock }),
      network: chain.network,
      wallet: {
        provider,
        account,
        accounts: [account],
        networkId: chain.network.caipNetworkId,
        network: chain.network,
      },
      addresses: { other: '@bob', ownAgain: '@Alice', invalid: 'bob' },
      token: 'shell',
      isSigned,
      prompts,
    }
  },
})

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function connected(by: 'provider' | 'channel' = 'provider') {
  const chain = createTinyChain()
  const { provider, prompts } = createTinyWallet(chain)
  const foyer = createFoyer({
    projectId: 'project',
    networks: [mainnet, chain.network],
    adapters: [
      tinyFamily(chain),
      { family: 'eip155', type: 'none', actions: async () => ({ nativeBalance: async () => 0n }) },
    ],
    connectors: [tinyConnector({ chain, provider, by })],
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
  })
  stops.push(foyer.start())
  await foyer.connect({ connectorId: `tiny-${by}`, networkId: chain.network.caipNetworkId })
  return { chain, foyer, prompts }
}

describe.each(['provider', 'channel'] as const)('a family that core does not know, reached by a %s', (by) => {
  test('signs, sends, waits, and is read through core’s actions', async () => {
    const { foyer, chain } = await connected(by)
    expect(await isSigned({ message: 'Hello', ...(await signMessage(foyer, { message: 'Hello' })) })).toBe(true)
    const { hash } = await sendTransfer(foyer, { to: '@bob', amount: 5n })
    expect(await waitForTransaction(foyer, { hash })).toEqual({ hash, status: 'success' })
    expect(await nativeBalance(foyer, { account: '@bob' })).toBe(5n)
    expect(await estimateFee(foyer, { to: '@bob', amount: 1n })).toMatchObject({ value: 2n, maxAmount: 999_999_993n })
    expect(await tokenBalances(foyer, { tokens: ['shell'] })).toMatchObject([{ value: 7n, symbol: 'SHL' }])
    expect(await readAccounts(foyer)).toMatchObject([{ type: 'payment', publicKey: 'key' }, { type: 'ordinal' }])
    expect(foyer.account('other')).toMatchObject({
      address: '@alice',
      caipAddress: `${chain.network.caipNetworkId}:@alice`,
    })
    expect(foyer.provider('other')).toBeDefined()
  })

  test('its provider is one and the same, and there once it is connected', async () => {
    const { foyer } = await connected(by)
    expect(foyer.provider('other')).toBe(foyer.provider('other'))
    expect(await foyer.provider('other')?.ask('sign', 'x')).toBe('signed:"x"')
  })
})

test('what it leaves out shows as absent, and rejects with one error', async () => {
  const { foyer } = await connected()
  expect(await capabilities(foyer)).toEqual({
    signMessage: true,
    signTypedData: false,
    signTransactions: false,
    transfers: ['coin'],
    sendCall: false,
    replaceTransaction: false,
    revokeApprovals: false,
    estimateFee: true,
    tokenBalances: true,
    verifyMessage: false,
    sendCalls: false,
    atomic: 'unsupported',
    all: {},
  })
  const absent: readonly ((foyer: Foyer) => Promise<unknown>)[] = [
    (kit) => signTypedData(kit, { typedData: {} }),
    (kit) => signTransactions(kit, { transactions: [{}] }),
    (kit) => sendCall(kit, { call: {} }),
    (kit) => sendCalls(kit, { calls: [{}] }),
    (kit) => callsStatus(kit, { id: '0x1' }),
    (kit) => showCallsStatus(kit, { id: '0x1' }),
    (kit) => verifyMessage(kit, { message: '', signature: '' }),
  ]
  for (const act of absent) await expect(act(foyer)).rejects.toMatchObject({ code: 'action_unsupported' })
})

test('an account, a network and a connector can be named; what is not connected is refused', async () => {
  const { foyer, chain } = await connected()
  const choice = { family: 'other', account: '@ALICE', connectorId: 'tiny-provider' } as const
  expect((await signMessage(foyer, { message: 'x', ...choice })).publicKey).toBe('key')
  expect(await nativeBalance(foyer, { networkId: chain.network.caipNetworkId })).toBe(10n ** 9n)
  const failures = [
    [{ ...choice, account: '@eve' }, 'account_not_connected'],
    [{ ...choice, connectorId: 'another' }, 'namespace_not_configured'],
    [{ family: 'eip155' }, 'namespace_not_configured'],
  ] as const
  for (const [each, code] of failures)
    await expect(signMessage(foyer, { message: 'x', ...each })).rejects.toMatchObject({ code })
  await expect(nativeBalance(foyer, { networkId: 'near:x' })).rejects.toMatchObject({ code: 'network_not_configured' })
  expect((await addresses(foyer)).parse(' @Bob ')).toBe('@bob')
})

test('a balance is asked anew once what this page sent is mined', async () => {
  const { foyer } = await connected()
  const seen: (bigint | undefined)[] = []
  stops.push(watch(foyer, 'balance', { family: 'other' }, ({ data }) => seen.push(data?.value)))
  await vi.waitFor(() => expect(seen.at(-1)).toBe(10n ** 9n))
  await sendTransfer(foyer, { to: '@bob', amount: 1000n })
  await vi.waitFor(() => expect(seen.at(-1)).toBe(10n ** 9n - 1000n))
})
