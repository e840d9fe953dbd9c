import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createPlainKit } from '../test/plainKit.js'
import { useFoyerAccountType } from './accountType.js'

afterEach(cleanup)

test('[S3.11] the networks on which a login’s wallet has smart accounts are the network’s state, and gone with the connection', async () => {
  const { foyer, wallet, page } = createPlainKit()
  const { result } = renderHook(() => useFoyerAccountType().smartAccountEnabledNetworks, { wrapper: page })
  expect(result.current).toEqual([])
  await act(() => foyer.connect({ connectorId: wallet.connector.id }))
  expect(result.current).toEqual([])
  const profile = { provider: 'email', smartAccountEnabledNetworks: [1, 8453] } as const
  act(() => wallet.emit({ type: 'profileChanged', profile }))
  expect(result.current).toEqual([1, 8453])
  expect(foyer.account().profile).toBe(profile)
  await act(() => foyer.disconnect())
  expect(result.current).toEqual([])
})
