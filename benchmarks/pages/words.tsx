import { createFoyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { evmWords } from '@foyer/evm/words'
import { ConnectButton, FoyerProvider } from '@foyer/react'
import { createRoot } from 'react-dom/client'

const foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet],
  adapters: [evm()],
  words: [evmWords()],
  features: { preview: true },
})

const place = document.getElementById('page')
if (place) {
  createRoot(place).render(
    <FoyerProvider foyer={foyer}>
      <ConnectButton />
    </FoyerProvider>,
  )
}
