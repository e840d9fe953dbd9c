import { createFoyer } from '@foyer/core'
import { followWagmi, wagmi } from '@foyer/evm/wagmi'
import { walletConnect } from '@foyer/walletconnect'
import { useEffect } from 'react'
import { config } from './wagmi'

const { VITE_RELAY_PROJECT_ID: relayProjectId = 'my-project', VITE_RELAY_URL: relayUrl } = import.meta.env

export const foyer = createFoyer({
  projectId: 'my-dapp',
  metadata: { name: 'My dapp' },
  networks: config.chains,
  adapters: [wagmi(config)],
  connectors: [walletConnect({ projectId: relayProjectId, relayUrl })],
  themeMode: 'dark',
})

/** What wagmi's own hooks connect, or wagmi restores, is the kit's connection too. */
export function FollowWagmi() {
  useEffect(() => followWagmi(foyer, config), [])
  return null
}
