import type { Adapter, FamilyActions, GrantedPermission, LiveConnection, PermissionReading } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { noteGranted } from '@foyer/core/permissions'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { manualClock } from '../modal/test/manualClock.js'
import { address, createPlainKit, createPlainWallet } from '../test/plainKit.js'
import { useFoyerSmartSessions } from './smartSessions.js'

/** What is asked for at long intervals isn't asked again: these tests are of what comes without. */
beforeEach(() => {
  const real = globalThis.setInterval
  vi.stubGlobal('setInterval', (callback: () => void, ms: number) => (ms < 5_000 ? real(callback, ms) : undefined))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const another = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const permission = { context: '0x01', networkId: 'eip155:1', account: address, to: '0xB1' } satisfies GrantedPermission
const reading: PermissionReading = {
  ...{ status: 'active', to: '0xB1', account: address, expiresAt: 1_800_000_000, spent: 0n, left: 1n },
  terms: { type: 'call', target: '0xC1', functions: ['0x12345678'], count: 1n },
}

/** The hook in a host's page whose clock stands still; of a wallet and chains that do as the test says. */
async function used(own: Partial<FamilyActions>) {
  const actions: FamilyActions = { nativeBalance: async () => 0n, ...own }
  const adapter: Adapter = { family: 'eip155', type: 'eip155', actions: async () => actions }
  const { connector } = createPlainWallet()
  const live: LiveConnection = {
    accounts: [
      { namespace: 'eip155', address, type: 'eoa' },
      { namespace: 'eip155', address: another, type: 'eoa' },
    ],
    networks: { eip155: 'eip155:1' },
    providers: { eip155: { request: async () => null } },
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const { foyer, page } = createPlainKit({
    ...{ networks: [mainnet, base], adapters: [adapter], clock: manualClock() },
    connectors: [{ ...connector, connect: async () => live, restore: async () => live }],
  })
  const hook = renderHook(() => useFoyerSmartSessions({ family: 'eip155' }), { wrapper: page })
  await act(async () => void (await foyer.connect({ connectorId: connector.id })))
  return { foyer, now: () => hook.result.current }
}

test('what is ended is listed as ended at once, on a clock that stands still', async () => {
  const ended: string[] = []
  const { now } = await used({
    permissions: async () => [permission, { ...permission, context: '0x02' }],
    readPermission: async ({ context }) => ({ ...reading, status: ended.includes(context) ? 'ended' : 'active' }),
    revokePermission: async ({ context }) => void ended.push(context),
  })
  await waitFor(() => expect(now().open.map(({ key }) => key)).toEqual(['0x01', '0x02']))
  const [first] = now().open
  await act(async () => now().end(first ? [first] : []))
  await waitFor(() => expect(now().over.map(({ key }) => key)).toEqual(['0x01']))
  expect([now().open.map(({ key }) => key), now().ending]).toEqual([['0x02'], []])
})

test('all are ended, each on the network that it is for', async () => {
  const asked: string[] = []
  const { now } = await used({
    permissions: async () => [permission, { ...permission, context: '0x02', networkId: 'eip155:8453' }],
    readPermission: async ({ context, network }) => ({
      ...{ ...reading, status: asked.includes(`${context} ${network.caipNetworkId}`) ? 'ended' : 'active' },
    }),
    async revokePermission({ wallet: { networkId, account }, context }) {
      expect(account.address).toBe(address)
      asked.push(`${context} ${networkId}`)
    },
  })
  await waitFor(() => expect(now().open).toHaveLength(2))
  await act(async () => now().end(now().open))
  await waitFor(() => expect(now().over).toHaveLength(2))
  expect(asked).toEqual(['0x01 eip155:1', '0x02 eip155:8453'])
})

test('another account’s are on none of its lists, in whatever spelling it is written', async () => {
  const { foyer, now } = await used({
    permissions: async () => [permission],
    readPermission: async () => reading,
  })
  act(() =>
    noteGranted(foyer, [
      { ...permission, context: '0x02', account: another },
      { ...permission, context: '0x03', account: address.toLowerCase() },
    ]),
  )
  await act(async () => now().retry())
  await waitFor(() =>
    expect(
      now()
        .open.map(({ key }) => key)
        .sort(),
    ).toEqual(['0x01', '0x03']),
  )
})
