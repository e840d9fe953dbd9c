import { createFoyer } from '@foyer/core'
import { arbitrum, base, mainnet, optimism, polygon } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import {
  AccountButton,
  ConnectButton,
  FoyerProvider,
  NetworkButton,
  useFoyerAccount,
  useFoyerNetwork,
} from '@foyer/react'
import { walletConnect } from '@foyer/walletconnect'
import { createRoot } from 'react-dom/client'

const foyer = createFoyer({
  projectId: 'benchmark',
  networks: [mainnet, base, arbitrum, optimism, polygon],
  adapters: [evm()],
  connectors: [walletConnect()],
})

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
