import { createFoyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import {
  AccountButton,
  ConnectButton,
  FoyerProvider,
  NetworkButton,
  useFoyerAccount,
  useFoyerNetwork,
} from '@foyer/react'
import { createRoot } from 'react-dom/client'

const foyer = createFoyer({ projectId: 'benchmark', networks: [mainnet], adapters: [evm()] })

function Page() {
  const { address } = useFoyerAccount()
  const { networkId } = useFoyerNetwork()
  return (
    <main>
      <h1>A page</h1>
      {address ? <AccountButton /> : <ConnectButton />}
      <NetworkButton />
      <p>{networkId}</p>
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
