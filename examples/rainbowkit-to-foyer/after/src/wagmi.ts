import { createClient, http } from 'viem'
import { createConfig } from 'wagmi'
import { chains } from './chains'

export const config = createConfig({
  chains,
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
