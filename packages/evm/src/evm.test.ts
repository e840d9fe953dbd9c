import type { Connector } from '@foyer/core'
import { systemClock } from '@foyer/core'
import { createTestHost } from '@foyer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import * as ethers from './ethers/index.js'
import * as ethers5 from './ethers-5/index.js'
import { evm } from './evm.js'
import * as entry from './index.js'
import * as provider from './provider/index.js'
import * as viem from './viem/index.js'
import * as wagmi from './wagmi/index.js'

afterEach(() => vi.doUnmock('./wallet.js'))

test('the entry', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "InvalidAnnouncementError",
      "InvalidPermissionError",
      "InvalidTransferError",
      "NoRpcUrlError",
      "PermissionUnsupportedError",
      "TransactionDroppedError",
      "TransactionNotPendingError",
      "WrongNetworkError",
      "evm",
      "getCallsStatus",
      "getCapabilities",
      "grantPermissions",
      "permissions",
      "revokePermissions",
      "sendCalls",
      "sendTransaction",
      "showCallsStatus",
      "signMessage",
      "signTypedData",
      "supportedPermissions",
      "waitForCallsStatus",
    ]
  `)
})

test('the entries of other libraries', () => {
  const ofEthers = ['getEthersProvider', 'getEthersSigner', 'watchEthersSigner']
  expect([ethers5, ethers].map((each) => Object.keys(each).sort())).toEqual([ofEthers, ofEthers])
  expect(Object.keys(wagmi).sort()).toEqual(['followWagmi', 'wagmi'])
  expect(Object.keys(viem).sort()).toEqual(['chainOf', 'getPublicClient', 'getWalletClient', 'watchWalletClient'])
})

test('the entry of providers', () => {
  expect(Object.keys(provider).sort()).toEqual(['channelProvider', 'goToByChannel', 'providerError', 'writeAddress'])
})

test('[F24] without a window there is nothing to find, and nothing fails', () => {
  const stop = evm().discover?.({ host, register: () => expect.unreachable() })
  stop?.()
  expect(stop).toBeTypeOf('function')
})

test('a part that did not load is named, and really loaded again at the next press', async () => {
  vi.doMock('./wallet.js', () => {
    throw new Error('blocked')
  })
  const connector = await announcedIn(new EventTarget())
  const request = {
    signal: new AbortController().signal,
    host: createTestHost(),
    step: () => {},
    ask: async () => ({ opened: false }),
    picked: () => undefined,
  }
  await expect(connector.connect(request)).rejects.toMatchObject({ code: 'chunk_load', facts: { chunk: 'evm' } })
  vi.doUnmock('./wallet.js')
  await expect(connector.connect(request)).resolves.toMatchObject({ networks: { eip155: 'eip155:1' } })
})

const host = {
  rpc: {},
  clock: systemClock,
  report: () => {},
  announced: true,
  injected: true,
}

async function announcedIn(window: EventTarget): Promise<Connector> {
  vi.stubGlobal('window', window)
  const answers: Record<string, unknown> = {
    eth_requestAccounts: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    eth_chainId: '0x1',
  }
  const provider = { request: async ({ method }: { method: string }) => answers[method] }
  const info = { uuid: 'uuid', name: 'Maple', rdns: 'test.maple', icon: '' }
  const found = new Promise<Connector>((register) => evm().discover?.({ host, register }))
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  vi.unstubAllGlobals()
  return found
}
