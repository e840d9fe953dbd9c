import type { Adapter, Connector, Family, LiveConnection, NetworkId } from '@foyer/core'
import { mainnet, solana } from '@foyer/core/networks'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createPlainKit } from '../test/plainKit.js'
import { useFoyerConnectRows } from './connectRows.js'
import { useFoyerWalletChains } from './walletChains.js'

afterEach(cleanup)

const wallet = (id: string, family: Family, networkId: NetworkId): Connector => {
  const live: LiveConnection = {
    accounts: [{ namespace: family, address: `${id}-address`, type: 'eoa' }],
    networks: { [family]: networkId },
    providers: {},
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const connect = async () => live
  return { id, type: 'ANNOUNCED', name: 'Ma\u200eple', families: [family], connect, restore: async () => null }
}
const adapter = (family: Family): Adapter => ({
  family,
  type: family,
  actions: async () => ({ nativeBalance: async () => 0n }),
})

test('[S3.3] a host draws the chains of a wallet, and connects the one that is chosen, else the active one', async () => {
  const connectors = [
    { ...wallet('maple-sol', 'solana', solana.caipNetworkId), name: 'Maple' },
    { ...wallet('maple-evm', 'eip155', mainnet.caipNetworkId), name: 'Maple' },
  ]
  const { foyer, page } = createPlainKit({
    networks: [mainnet, solana],
    adapters: [adapter('eip155'), adapter('solana')],
    connectors,
  })
  const { result } = renderHook(
    () => ({ chains: useFoyerWalletChains({ connectorId: 'maple-evm' }), rows: useFoyerConnectRows() }),
    { wrapper: page },
  )
  expect(result.current.chains).toMatchObject({
    wallet: { name: 'Maple' },
    chains: [
      { family: 'solana', connectorId: 'maple-sol', network: { name: 'Solana' } },
      { family: 'eip155', connectorId: 'maple-evm', network: { name: 'Ethereum' } },
    ],
  })
  const [row] = result.current.rows.rows
  if (row?.kind !== 'connector') return expect.unreachable()
  await act(async () => result.current.rows.choose(row))
  await waitFor(() => expect(foyer.account('eip155').address).toBe('maple-evm-address'))
  expect(foyer.account('solana').status).toBe('disconnected')
  await act(async () => result.current.rows.choose(row, 'solana'))
  await waitFor(() => expect(foyer.account('solana').address).toBe('maple-sol-address'))
  expect(foyer.store.getState().recents).toMatchObject([{ name: 'Maple', families: ['solana', 'eip155'] }])
})

test('[S1.10 S3.3] a family of the host’s own is called what its adapter calls it', () => {
  const sui = { ...solana, chainNamespace: 'other', caipNetworkId: 'other:sui', id: 'sui' } as const
  const { page } = createPlainKit({
    networks: [mainnet, sui],
    adapters: [adapter('eip155'), { ...adapter('other'), familyName: 'Sui' }],
    connectors: [
      { ...wallet('maple-evm', 'eip155', mainnet.caipNetworkId), name: 'Maple' },
      { ...wallet('maple-sui', 'other', 'other:sui'), name: 'Maple' },
    ],
  })
  const { result } = renderHook(() => useFoyerWalletChains({ connectorId: 'maple-evm' }), { wrapper: page })
  expect(result.current.chains.map(({ familyName }) => familyName)).toEqual([undefined, 'Sui'])
})

test('[F14] a wallet’s name is shown without what can’t be seen; one that is unknown has no chains', () => {
  const { page } = createPlainKit({ connectors: [wallet('a', 'eip155', mainnet.caipNetworkId)] })
  const chainsOf = (connectorId: string) =>
    renderHook(() => useFoyerWalletChains({ connectorId }), { wrapper: page }).result.current
  expect(chainsOf('a')).toMatchObject({ wallet: { name: 'Maple' }, chains: [{ family: 'eip155' }] })
  expect(chainsOf('b')).toEqual({ wallet: undefined, chains: [] })
})
