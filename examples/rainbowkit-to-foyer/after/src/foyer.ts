import { createFoyer } from '@foyer/core'
import { followWagmi, wagmi } from '@foyer/evm/wagmi'
import { walletConnect } from '@foyer/walletconnect'
import { useEffect } from 'react'
import { config } from './wagmi'

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
})

/** What wagmi's own hooks connect, or wagmi restores, is the kit's connection too. */
export function FollowWagmi() {
  useEffect(() => followWagmi(foyer, config), [])
  return null
}
