import { createFoyer } from '@foyer/core'
import { arbitrum, base, mainnet, optimism, polygon } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { ConnectButton, FoyerProvider } from '@foyer/react'
import { walletConnect } from '@foyer/walletconnect'
import { createRoot } from 'react-dom/client'

/** A page as dapps have it: with an operator's server, here the page's own origin, and with wallets elsewhere. */
const foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet, base, arbitrum, optimism, polygon],
  adapters: [evm()],
  connectors: [walletConnect()],
  api: location.origin,
})

const prefetch = location.search === '?none' ? 'none' : 'visible'

const place = document.getElementById('page')
if (place) {
  createRoot(place).render(
    <FoyerProvider foyer={foyer} prefetch={prefetch}>
      <main>
        <h1>A page</h1>
        <ConnectButton />
      </main>
    </FoyerProvider>,
  )
}
