import { createFoyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { FoyerProvider, useFoyerAccount } from '@foyer/react'
import { createRoot } from 'react-dom/client'

/** A kit whose server is the page's own, so that what the account asks for can be counted. */
const foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet],
  adapters: [evm()],
  api: location.origin,
  features: { history: true },
})

function Page() {
  const { address } = useFoyerAccount()
  return (
    <main>
      <h1>A page</h1>
      <button type="button" onClick={() => foyer.connect({ connectorId: 'test.foyer.maple' })}>
        Connect
      </button>
      <button type="button" onClick={() => foyer.open({ view: 'Account' })}>
        Open
      </button>
      <p>{address}</p>
    </main>
  )
}

const place = document.getElementById('page')
if (place) {
  createRoot(place).render(
    <FoyerProvider foyer={foyer}>
      <Page />
    </FoyerProvider>,
  )
}
