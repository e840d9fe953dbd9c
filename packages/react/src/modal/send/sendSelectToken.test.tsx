import type { Adapter, TokenBalance } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting, connected, modalKit, scriptedWallet, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(cleanup)

const dollars: TokenBalance = {
  ...{ address: '0xD', value: 372_100_001n, decimals: 6, price: 1 },
  ...{ symbol: 'DUSD', name: 'Digital Dollar' },
}

test('what a token is worth keeps its order in a language that reads from the right', async () => {
  const { connector } = scriptedWallet()
  const providers = { eip155: { request: async () => null } }
  const adapter: Adapter = {
    family: 'eip155',
    type: 'evm',
    discover({ register }) {
      register({ ...connector, connect: async (how) => ({ ...(await connector.connect(how)), providers }) })
      return () => {}
    },
    actions: async () => ({
      nativeBalance: async () => 10n ** 18n,
      tokenBalances: async () => [dollars],
      sendTransfer: async () => ({ hash: '0x1' }),
    }),
  }
  const kit = modalKit({ adapters: [adapter], networks: [mainnet] })
  const modal = await showModal(kit)
  await connected(kit)
  await acting(() => kit.foyer.open({ view: 'WalletSendSelectToken' }))
  await modal.arrived('WalletSendSelectToken')
  const worth = () => modal.parts('token').map((row) => row.querySelector('[data-part=row-trailing] > bdi[dir=ltr]'))
  await waitFor(() => expect(worth().map((each) => each?.textContent)).toContain('$372.10'))
})
