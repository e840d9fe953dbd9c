import { createClient, defineChain, http } from 'viem'
import { createConfig } from 'wagmi'
import { base, mainnet } from 'wagmi/chains'

const localChain: string | undefined = import.meta.env.VITE_LOCAL_CHAIN

const local = (url: string) =>
  defineChain({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

/** Wagmi's own, as it was before there was a kit. */
export const config = createConfig({
  chains: localChain ? [local(localChain)] : [mainnet, base],
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
