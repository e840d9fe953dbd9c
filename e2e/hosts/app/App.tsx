import { createFoyer } from '@foyer/core'
import { evm } from '@foyer/evm'
import { FoyerButton, FoyerProvider, useFoyerAccount } from '@foyer/react'
import { useState, version } from 'react'

const local = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
}

function Account() {
  const { address } = useFoyerAccount()
  return (
    <main>
      <p>React {version}</p>
      <p>{address ?? 'Not connected yet.'}</p>
    </main>
  )
}

/** The page of every host: what differs from one to the next is how it is built. */
export function App() {
  const [foyer] = useState(() => createFoyer({ projectId: 'my-dapp', networks: [local], adapters: [evm()] }))
  return (
    <FoyerProvider foyer={foyer}>
      <FoyerButton />
      <Account />
    </FoyerProvider>
  )
}
