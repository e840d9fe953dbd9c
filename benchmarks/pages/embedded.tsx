import { createFoyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { embedded } from '@foyer/embedded'
import { evm } from '@foyer/evm'
import { ConnectButton, FoyerProvider } from '@foyer/react'
import { createRoot } from 'react-dom/client'

const foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet],
  adapters: [evm()],
  connectors: [embedded()],
})

const place = document.getElementById('page')
if (place) {
  createRoot(place).render(
    <FoyerProvider foyer={foyer}>
      <ConnectButton />
    </FoyerProvider>,
  )
}
