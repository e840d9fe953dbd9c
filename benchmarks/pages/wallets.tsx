import { type Connector, createFoyer, type Foyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { FoyerProvider } from '@foyer/react'
import { createRoot } from 'react-dom/client'

declare global {
  interface Window {
    foyer: Foyer
  }
}

/** A way to wallets elsewhere that reaches none: what is measured is the list of them. */
const nowhere: Connector = {
  id: 'walletConnect',
  type: 'WALLET_CONNECT',
  name: 'WalletConnect',
  families: ['eip155'],
  connect: () => new Promise(() => {}),
  restore: async () => null,
}

window.foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet],
  adapters: [evm()],
  connectors: [nowhere],
  api: window.location.origin,
})

const place = document.getElementById('page')
if (place) createRoot(place).render(<FoyerProvider foyer={window.foyer} />)
