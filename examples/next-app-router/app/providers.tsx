'use client'

import { createFoyer, type InitialState, keepInitialState, type NetworkInput } from '@foyer/core'
import { base, mainnet } from '@foyer/core/networks'
import { evm } from '@foyer/evm'
import { FoyerProvider } from '@foyer/react'
import { walletConnect } from '@foyer/walletconnect'
import { type ReactNode, useEffect, useState } from 'react'

const relayProjectId = process.env.NEXT_PUBLIC_RELAY_PROJECT_ID
const localChain = process.env.NEXT_PUBLIC_LOCAL_CHAIN

const local = (url: string): NetworkInput => ({
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
})

interface ProvidersProps {
  /** What the visitor's cookie says: which network, and that a wallet is connected. */
  initialState: InitialState
  children: ReactNode
}

export function Providers({ initialState, children }: ProvidersProps) {
  // One kit a page, and one for each request on the server.
  const [foyer] = useState(() =>
    createFoyer({
      projectId: 'my-dapp', // your project at your own server; any name, as long as you have none
      networks: localChain ? [local(localChain)] : [mainnet, base],
      adapters: [evm()], // wallets in the browser
      connectors: relayProjectId ? [walletConnect({ projectId: relayProjectId })] : [], // wallets on phones
      initialState,
    }),
  )
  useEffect(() => keepInitialState(foyer), [foyer])
  return <FoyerProvider foyer={foyer}>{children}</FoyerProvider>
}
