import { createFoyer } from '@foyer/core'
import { followWagmi, wagmi } from '@foyer/evm/wagmi'
import { walletConnect } from '@foyer/walletconnect'
import { useEffect } from 'react'
import { createClient } from 'viem'
import { createConfig, http } from 'wagmi'
import { chains, home } from './chains'

export const config = createConfig({
  chains,
  client: ({ chain }) => createClient({ chain, transport: http() }),
})

export const foyer = createFoyer({
  projectId: 'rainbowkit-dapp',
  metadata: { name: 'My dapp' },
  networks: config.chains,
  adapters: [wagmi(config)],
  connectors: [
    walletConnect({
      projectId: import.meta.env.VITE_RELAY_PROJECT_ID ?? 'my-project',
      relayUrl: import.meta.env.VITE_RELAY_URL,
    }),
  ],
  themeMode: 'dark',
  themeVariables: { '--w3m-accent': '#7A70FF', '--w3m-border-radius-master': '2.67px' },
  defaultNetwork: home,
})

/** Makes what wagmi's own hooks connect, or wagmi restores, the kit's connection too. */
export function FollowWagmi() {
  useEffect(() => followWagmi(foyer, config), [])
  return null
}
