import type { Adapter, TokenBalance } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { addresses, modalKit, scriptedWallet } from '../modal/test/modalKit.js'
import { HeadlessProvider, useFoyerAccountChoices, useFoyerTokens, useFoyerWalletFeatures } from './index.js'

afterEach(cleanup)

const dollars: TokenBalance = {
  address: '0xD',
  value: 372_100_001n,
  decimals: 6,
  symbol: 'DUSD',
  name: 'Digital Dollar',
  price: 1,
}
const ticket: TokenBalance = { address: '0xA', value: 3n, decimals: 0, symbol: 'TIX', name: 'Ticket', price: 9 }

/** A hook in a host's page, in StrictMode, over a wallet of two accounts, of which only the first holds tokens. */
async function used<T>(
  use: () => T,
  { sends = true, api }: { readonly sends?: boolean; readonly api?: string | undefined } = {},
) {
  const { connector } = scriptedWallet({ accounts: 2 })
  const chain: { error: unknown } = { error: undefined }
  const adapter: Adapter = {
    family: 'eip155',
    type: 'evm',
    discover({ register }) {
      register(sends ? { ...connector, connect: withProvider(connector) } : connector)
      return () => {}
    },
    actions: async () => ({
      nativeBalance: async () => 10n ** 18n,
      async tokenBalances({ address }) {
        if (chain.error) throw chain.error
        return address === addresses[0] ? [ticket, dollars] : []
      },
      sendTransfer: async () => ({ hash: '0x1' }),
    }),
  }
  const kit = modalKit({ adapters: [adapter], networks: [mainnet], api })
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <HeadlessProvider foyer={kit.foyer}>{children}</HeadlessProvider>
    </StrictMode>
  )
  const hook = renderHook(use, { wrapper })
  await act(() => kit.foyer.connect({ connectorId: 'app.northwind' }))
  return { ...kit, ...hook, chain }
}

const withProvider =
  ({ connect }: ReturnType<typeof scriptedWallet>['connector']) =>
  async (...request: Parameters<typeof connect>) => ({
    ...(await connect(...request)),
    providers: { eip155: { request: async () => null } },
  })

test('[S3.12 S5.15] tokens are exact, what can’t be divided isn’t among them, and the total is of what has a price', async () => {
  const { result } = await used(useFoyerTokens)
  await waitFor(() => expect(result.current.status).toBe('ready'))
  expect(result.current.tokens).toMatchObject([
    { key: 'coin', value: 10n ** 18n, usd: undefined },
    { key: '0xD', value: 372_100_001n, usd: { value: 372_100_001n * 10n ** 12n, decimals: 18 } },
  ])
  expect(result.current).toMatchObject({ total: '$372.10', usd: { value: 372_100_001n * 10n ** 12n, decimals: 18 } })
})

test('[S8.5] a list that fails keeps what was known, and is asked for again by the host’s press', async () => {
  const { result, chain, reported } = await used(useFoyerTokens)
  await waitFor(() => expect(result.current.status).toBe('ready'))
  chain.error = new Error('the node is down')
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.status).toBe('failed'))
  expect(result.current.tokens).toHaveLength(2)
  expect(reported).toHaveLength(1)
  chain.error = undefined
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.status).toBe('ready'))
})

test('[S3.5 S9.43] the accounts of the wallet are each shown with what they hold, and one is chosen', async () => {
  const { result } = await used(useFoyerAccountChoices)
  await waitFor(() => expect(result.current.choices.map(({ status }) => status)).toEqual(['ready', 'ready']))
  expect(result.current.choices).toMatchObject([
    { shortAddress: '0xd8…A96045', type: 'eoa', selected: true, total: '$372.10' },
    { shortAddress: '0x70…dc79C8', type: 'eoa', selected: false, total: '$0.00' },
  ])
  act(() => result.current.choose(addresses[1]))
  expect(result.current.choices.map(({ selected }) => selected)).toEqual([false, true])
})

test('[S1.9] what the account can do, in the host’s order', async () => {
  const { result, reported } = await used(useFoyerWalletFeatures, { api: 'https://server.test' })
  await act(async () => {})
  expect(result.current).toEqual(['onramp', 'swaps', 'receive', 'send'])
  expect(reported).toEqual([])
})

test('what only the operator’s server offers is absent where the host named none', async () => {
  const { result } = await used(useFoyerWalletFeatures)
  await act(async () => {})
  expect(result.current).toEqual(['receive', 'send'])
})

test('a wallet that can’t be asked to send isn’t offered it', async () => {
  const { result, reported } = await used(useFoyerWalletFeatures, { sends: false })
  await waitFor(() => expect(result.current).toEqual(['receive']))
  expect(reported).toEqual([])
})
