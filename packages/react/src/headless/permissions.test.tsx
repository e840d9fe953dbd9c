import type { Adapter, FamilyActions, GrantedPermission } from '@foyer/core'
import { UserRejectedError } from '@foyer/core/errors'
import { mainnet } from '@foyer/core/networks'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { address, createPlainKit, createPlainWallet } from '../test/plainKit.js'
import { useFoyerPermissions } from './permissions.js'

afterEach(cleanup)

const permission: GrantedPermission = { context: '0x01', networkId: 'eip155:1', account: address, to: '0xB1' }

/** The hook in a host's page, whose family's wallet does as the test says. */
async function used(own: Partial<FamilyActions>) {
  const actions: FamilyActions = { nativeBalance: async () => 0n, ...own }
  const adapter: Adapter = { family: 'eip155', type: 'eip155', actions: async () => actions }
  const { connector } = createPlainWallet()
  const { foyer, page } = createPlainKit({ networks: [mainnet], adapters: [adapter], connectors: [connector] })
  const hook = renderHook(() => useFoyerPermissions({ family: 'eip155' }), { wrapper: page })
  expect(hook.result.current).toMatchObject({ status: 'idle', granted: [], known: false, phase: 'idle' })
  await act(async () => void (await foyer.connect({ connectorId: connector.id })))
  return { now: () => hook.result.current }
}

test('what is granted is listed, asked for and taken back, each once', async () => {
  const listed: GrantedPermission[] = []
  let answer = () => {}
  const { now } = await used({
    supportedPermissions: async () => [{ type: 'daily', networkIds: ['eip155:1'], rules: ['expiry'] }],
    permissions: async () => [...listed],
    grantPermissions: () =>
      new Promise((resolve) => {
        answer = () => {
          listed.push(permission)
          resolve([permission])
        }
      }),
    revokePermission: async () => void listed.pop(),
  })
  await waitFor(() => expect(now()).toMatchObject({ status: 'ready', known: true, supported: [{ type: 'daily' }] }))
  act(() => void now().grant({ permissions: [{}] }))
  await waitFor(() => expect(now()).toMatchObject({ phase: 'asking', request: 'grant', granted: [] }))
  await act(async () => answer())
  await waitFor(() => expect(now()).toMatchObject({ phase: 'done', granted: [{ context: '0x01' }] }))
  await act(async () => now().revoke({ permissions: [permission] }))
  await waitFor(() => expect(now()).toMatchObject({ phase: 'done', request: 'revoke', granted: [], known: true }))
})

test('a wallet that lists nothing is known to be so, and a visitor’s no is no failure of the page', async () => {
  const { now } = await used({ grantPermissions: () => Promise.reject(new UserRejectedError()) })
  await waitFor(() => expect(now()).toMatchObject({ status: 'ready', granted: [], known: false }))
  let failure: unknown
  await act(async () => {
    failure = await now()
      .grant({ permissions: [{}] })
      .catch((error: unknown) => error)
  })
  expect(failure).toMatchObject({ code: 'user_rejected' })
  expect(now()).toMatchObject({ phase: 'declined', notice: 'error.rejected' })
})
