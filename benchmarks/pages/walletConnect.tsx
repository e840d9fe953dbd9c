import { createFoyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { ConnectButton, FoyerProvider } from '@foyer/react'
import { walletConnect } from '@foyer/walletconnect'
import { createRoot } from 'react-dom/client'

const foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet],
  adapters: [evm()],
  connectors: [walletConnect()],
})

const place = document.getElementById('page')
if (place) {
  createRoot(place).render(
    <FoyerProvider foyer={foyer}>
      <ConnectButton />
    </FoyerProvider>,
  )
}
