// A dapp that has viem, ethers or wagmi already, as far as its types go.
import { createFoyer, type Foyer } from '@foyer/core'
import { mainnet } from '@foyer/core/networks'
import { getEthersProvider, getEthersSigner, watchEthersSigner } from '@foyer/evm/ethers'
import { chainOf, getPublicClient, getWalletClient, watchWalletClient } from '@foyer/evm/viem'
import { followWagmi, wagmi } from '@foyer/evm/wagmi'
import { useFoyerClient } from '@foyer/react'
import { createConfig, http } from '@wagmi/core'
import type { BrowserProvider, JsonRpcSigner } from 'ethers'
import { type Address, type Hex, parseEther } from 'viem'
import { optimism, mainnet as viemMainnet } from 'viem/chains'

const config = createConfig({
  chains: [viemMainnet, optimism],
  transports: { [viemMainnet.id]: http(), [optimism.id]: http() },
})
const foyer: Foyer = createFoyer({ projectId: 'packed', networks: [mainnet], adapters: [wagmi(config)] })
export const stopFollowing: () => void = followWagmi(foyer, config)

export async function pay(to: Address): Promise<readonly [Hex, bigint, number]> {
  const client = getWalletClient(foyer)
  const account: Address = client.account.address
  const block = await getPublicClient(foyer, { networkId: 'eip155:1' }).getBlockNumber()
  const hash = await client.sendTransaction({ to, value: parseEther('0.1') })
  return [hash === account ? '0x' : hash, block, chainOf(mainnet).id]
}

export const ethers: readonly [BrowserProvider, JsonRpcSigner] = [getEthersProvider(foyer), getEthersSigner(foyer)]

export function Signer() {
  const client = useFoyerClient(watchWalletClient)
  const signer = useFoyerClient(watchEthersSigner)
  const label: string | undefined = client?.account.address ?? signer?.address
  return <p>{label}</p>
}
