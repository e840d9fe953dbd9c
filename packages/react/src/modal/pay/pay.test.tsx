import type { Adapter, FamilyActions } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { openPay } from '@foyer/core/pay'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeadlessProvider, useFoyerPay } from '../../headless/index.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, connected, modalKit, scriptedWallet, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(cleanup)

const request = {
  asset: { networkId: 'eip155:1', asset: 'native', metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
  amount: '0.5',
  recipient: `0x${'ab'.repeat(20)}`,
} as const

type Wait = NonNullable<FamilyActions['waitForTransaction']>

/** Pays, by a press in the modal, on a chain that answers as a test says. */
async function paid(wait: Wait) {
  const { connector } = scriptedWallet()
  const providers = { eip155: { request: async () => null } }
  const asked = vi.fn()
  const adapter: Adapter = {
    family: 'eip155',
    type: 'eip155',
    discover({ register }) {
      register({ ...connector, connect: async (how) => ({ ...(await connector.connect(how)), providers }) })
      return () => {}
    },
    actions: async () => ({
      nativeBalance: async () => 1n,
      async sendTransfer({ transfer }) {
        asked(transfer)
        return { hash: '0x01' }
      },
      waitForTransaction: wait,
    }),
  }
  const kit = modalKit({ networks: [mainnet], adapters: [adapter], features: { pay: true } })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => openPay(kit.foyer, request))
  await modal.arrived('Pay')
  await modal.press('pay-from-wallet')
  await modal.arrived('PayLoading')
  return { ...kit, ...modal, asked }
}

test.each([
  ['cancelled', 'Transaction cancelled'],
  ['replaced', 'Another transaction took its place'],
] as const)('[F27] one that was %s in the wallet says so, and that nothing was paid', async (replacement, title) => {
  const { part, parts, press, asked } = await paid(async () => ({ hash: '0x02', status: 'success', replacement }))
  await waitFor(() => expect(part('waiting-title').textContent).toBe(title))
  expect(part('waiting-text').textContent).toBe('Nothing was paid.')
  expect(parts('receipt')).toEqual([])
  expect(part('other-way').dataset.variant).toBe('filled')
  await press('other-way')
  expect(parts('pay-from-wallet')).toHaveLength(1)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('[F27] where nobody can say whether it was paid, the visitor looks first, and the other way stands back', async () => {
  const { part, asked } = await paid(() => Promise.reject(new Error('the node is down')))
  await waitFor(() => expect(part('waiting-text').textContent).toContain('Look there before you try again.'))
  expect(part('other-way').dataset.variant).toBe('quiet')
  expect(asked).toHaveBeenCalledTimes(1)
})

test('the receipt of one that was sped up in the wallet is of what took its place', async () => {
  const { part } = await paid(async () => ({ hash: '0x02', status: 'success', replacement: 'repriced', fee: 21_000n }))
  await waitFor(() => expect(part('receipt-title').textContent).toBe('Payment completed'))
  expect(part('receipt-details').textContent).toContain('0x02')
  expect(part('fee').textContent).toContain('ETH')
})

test('a hook that stood before the kit was started follows what is to be paid, in StrictMode too', async () => {
  const { foyer } = modalKit({ features: { pay: true } })
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <StrictMode>
      <HeadlessProvider foyer={foyer}>{children}</HeadlessProvider>
    </StrictMode>
  )
  const { result } = renderHook(() => useFoyerPay(), { wrapper })
  expect(result.current.phase).toBe('none')
  await acting(() => result.current.open(request))
  expect(result.current).toMatchObject({ phase: 'choosing', amount: '0.5', isPending: false })
})
