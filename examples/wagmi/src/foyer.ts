import { createFoyer } from '@foyer/core'
import { wagmi } from '@foyer/evm/wagmi'
import { walletConnect } from '@foyer/walletconnect'
import { config } from './wagmi'

const relayProjectId: string | undefined = import.meta.env.VITE_RELAY_PROJECT_ID

export const foyer = createFoyer({
  projectId: 'my-dapp', // your project at your own server; any name, as long as you have none
  networks: config.chains,
  adapters: [wagmi(config)], // in the place of evm(): the wallets are wagmi's
  connectors: relayProjectId ? [walletConnect({ projectId: relayProjectId })] : [], // wallets on phones
})
