import type { Foyer } from '@foyer/core'
import { act, cleanup, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'
import { FoyerProvider } from './FoyerProvider.js'
import { createPlainKit } from './test/plainKit.js'
import { polyfillDialog } from './test/polyfillDialog.js'
import { useFoyerClient } from './useFoyerClient.js'

beforeEach(polyfillDialog)
afterEach(cleanup)

interface Client {
  (): string
  readonly of: string
}

test('a client that is watched is drawn with, also one that is a function, until the page is left', () => {
  const { foyer } = createPlainKit()
  const listeners = new Set<(client: Client | undefined) => void>()
  const watch = (_: Foyer, listener: (client: Client | undefined) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const { result, unmount } = renderHook(() => useFoyerClient(watch), {
    wrapper: ({ children }) => (
      <StrictMode>
        <FoyerProvider foyer={foyer}>{children}</FoyerProvider>
      </StrictMode>
    ),
  })
  expectTypeOf(result.current).toEqualTypeOf<Client | undefined>()
  expect(result.current).toBeUndefined()
  const client = Object.assign(() => 'signed', { of: 'ada' })
  for (const next of [client, undefined, client]) {
    act(() => {
      for (const listener of listeners) listener(next)
    })
    expect(result.current).toBe(next)
  }
  expect(listeners.size).toBe(1)
  unmount()
  expect(listeners.size).toBe(0)
})
