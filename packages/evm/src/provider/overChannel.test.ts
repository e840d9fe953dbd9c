import { createFoyer, type LiveConnection, type RequestChannel, type WalletEvent } from '@foyer/core'
import { capabilities } from '@foyer/core/actions'
import { mainnet } from '@foyer/core/networks'
import { expect, test } from 'vitest'
import { evm, signMessage } from '../index.js'

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const signature = `0x${'ab'.repeat(65)}`

test('a connection that has only a channel has its EIP-1193 provider once it is connected, and signs by it', async () => {
  const asked: Parameters<RequestChannel['request']>[0][] = []
  const live: LiveConnection = {
    accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
    networks: { eip155: 'eip155:1' },
    providers: {},
    channel: {
      takes: ({ method }) => method === 'personal_sign',
      async request(request) {
        asked.push(request)
        return signature
      },
      properties: () => ({ scopedProperties: { 'eip155:1': { atomic: { status: 'supported' } } } }),
    },
    listen: () => () => {},
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const foyer = createFoyer({
    projectId: 'project',
    networks: [mainnet],
    adapters: [evm()],
    connectors: [
      {
        id: 'session',
        type: 'WALLET_CONNECT',
        name: 'Session',
        families: ['eip155'],
        connect: async () => live,
        restore: async () => null,
      },
    ],
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
  })
  const stop = foyer.start()
  await foyer.connect({ connectorId: 'session' })
  expect(await foyer.provider('eip155')?.request({ method: 'eth_accounts' })).toEqual([address])
  expect(await signMessage(foyer, { message: 'Hello' })).toBe(signature)
  expect(asked).toEqual([{ networkId: 'eip155:1', method: 'personal_sign', params: ['0x48656c6c6f', address] }])
  expect(await capabilities(foyer)).toMatchObject({
    signMessage: true,
    signTypedData: false,
    transfers: [],
    sendCall: false,
    revokeApprovals: false,
    atomic: 'supported',
  })
  stop()
})

test('[F18] a session that its wallet ends while its family’s code is loaded is none', async () => {
  const listeners = new Set<(event: WalletEvent) => void>()
  const live: LiveConnection = {
    accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
    networks: { eip155: 'eip155:1' },
    providers: {},
    channel: { takes: () => true, request: async () => null },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    switchNetwork: async () => {},
    disconnect: async () => {},
  }
  const adapter = evm()
  const foyer = createFoyer({
    projectId: 'project',
    networks: [mainnet],
    adapters: [
      {
        ...adapter,
        actions(host) {
          for (const listener of listeners) listener({ type: 'disconnected' })
          return adapter.actions(host)
        },
      },
    ],
    connectors: [
      {
        id: 'session',
        type: 'WALLET_CONNECT',
        name: 'Session',
        families: ['eip155'],
        connect: async () => live,
        restore: async () => null,
      },
    ],
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
  })
  const stop = foyer.start()
  await expect(foyer.connect({ connectorId: 'session' })).rejects.toMatchObject({ code: 'provider_disconnected' })
  expect(foyer.account()).toMatchObject({ status: 'disconnected', allAccounts: [] })
  stop()
})
