import type { Adapter, Connector, FamilyActions, LiveConnection, WalletEvent } from '@foyer/core'
import { UnsupportedMethodError, UserRejectedError } from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createPlainKit } from '../test/plainKit.js'
import { useFoyerCalls } from './calls.js'

afterEach(cleanup)

const listeners = new Set<(event: WalletEvent) => void>()
const live: LiveConnection = {
  accounts: [{ namespace: 'eip155', address: '0xA1', type: 'eoa' }],
  networks: { eip155: mainnet.caipNetworkId },
  providers: { eip155: { request: async () => null } },
  listen(listener) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  switchNetwork: async () => {},
  disconnect: async () => {},
}
const maple: Connector = {
  ...{ id: 'maple', type: 'ANNOUNCED', name: 'Maple', families: ['eip155'] },
  connect: async () => live,
  restore: async () => null,
}

/** The hook in a host's page, with a connected wallet whose family does as the test says. */
async function used(own: Partial<FamilyActions>) {
  const actions: FamilyActions = {
    nativeBalance: async () => 0n,
    waitForTransaction: async ({ hash }) => ({ hash, status: 'success' }),
    ...own,
  }
  const adapter: Adapter = { family: 'eip155', type: 'eip155', actions: async () => actions }
  const { foyer, page } = createPlainKit({ networks: [mainnet], adapters: [adapter], connectors: [maple] })
  const hook = renderHook(() => useFoyerCalls(), { wrapper: page })
  await act(async () => void (await foyer.connect({ connectorId: 'maple' })))
  return { foyer, ...hook, now: () => hook.result.current }
}

test('a batch is sent by one call, and followed from the press to its end', async () => {
  let answer = (_: { readonly id: string }) => {}
  let statusCode = 100
  const { now } = await used({
    capabilities: async () => ({ sendCalls: true, atomic: 'ready' }),
    sendCalls: () => new Promise((resolve) => (answer = resolve)),
    callsStatus: async ({ id }) => ({
      ...{ id, networkId: mainnet.caipNetworkId, statusCode, atomic: true, receipts: [] },
      status: statusCode === 200 ? 'success' : 'pending',
    }),
  })
  await waitFor(() => expect(now().way).toBe('upgrade'))
  expect(now()).toMatchObject({ phase: 'idle', id: undefined })
  act(() => void now().send({ calls: [{}, {}] }))
  await waitFor(() => expect(now()).toMatchObject({ phase: 'asking', call: undefined }))
  await act(async () => answer({ id: '0xid' }))
  await waitFor(() => expect(now()).toMatchObject({ phase: 'sent', id: '0xid' }))
  statusCode = 200
  await waitFor(() => expect(now()).toMatchObject({ phase: 'done', id: '0xid' }))
})

test('how the wallet takes several is asked anew once the account is of another kind', async () => {
  let atomic: 'ready' | 'unsupported' = 'unsupported'
  const { now } = await used({ capabilities: async () => ({ sendCalls: true, atomic }) })
  await waitFor(() => expect(now().way).toBe('batch'))
  atomic = 'ready'
  const accounts = [{ namespace: 'eip155', address: '0xA1', type: 'smartAccount', inPlace: true }] as const
  act(() => {
    for (const listener of listeners) listener({ type: 'accountsChanged', family: 'eip155', accounts })
  })
  await waitFor(() => expect(now().way).toBe('upgrade'))
})

test('one at a time it says which of how many, and what stands where one is refused', async () => {
  let asked = 0
  const { now } = await used({
    sendCalls: () => Promise.reject(new UnsupportedMethodError()),
    async sendCall() {
      asked += 1
      if (asked === 2) throw new UserRejectedError()
      return { hash: `0x${asked}` }
    },
    capabilities: async () => ({ sendCalls: false }),
  })
  await waitFor(() => expect(now().way).toBe('oneByOne'))
  let failure: unknown
  await act(async () => {
    failure = await now()
      .send({ calls: [{}, {}, {}] })
      .catch((error: unknown) => error)
  })
  expect(failure).toMatchObject({ code: 'calls_stopped' })
  await waitFor(() =>
    expect(now()).toMatchObject({
      ...{ phase: 'partial', notice: 'error.callsStopped', call: { number: 2, count: 3 } },
      outcomes: [{ status: 'success', hash: '0x1' }, { status: 'refused' }, { status: 'unsent' }],
    }),
  )
})
