import { type JsonRpcSigner, Web3Provider } from '@ethersproject/providers'
import type { Foyer } from '@foyer/core'
import { currentWallet, watchCurrent } from '../clients/currentWallet.js'

/**
 * A provider of ethers 5 over the connected wallet, on the network that it is on. It is of this account: once the visitor has chosen another account or wallet it
 * rejects with 4100, and after a switch of network ethers does.
 *
 * @throws AccountNotConnectedError where no wallet is connected
 * @see https://docs.ethers.org/v5/api/providers/other/#Web3Provider
 * @example
 * const balance = await getEthersProvider(foyer).getBalance(address)
 */
export function getEthersProvider(foyer: Foyer): Web3Provider {
  const { provider, chainId, network } = currentWallet(foyer)
  const request = ({ method, params = [] }: { readonly method: string; readonly params?: unknown[] }) =>
    provider.request({ method, params })
  return new Web3Provider({ request }, network ? { chainId, name: network.name } : undefined)
}

/**
 * The connected account as a signer of ethers 5.
 *
 * @throws AccountNotConnectedError where no wallet is connected
 * @see https://docs.ethers.org/v5/api/signer/
 * @example
 * const response = await getEthersSigner(foyer).sendTransaction({ to, value: parseEther('0.1') })
 */
export const getEthersSigner = (foyer: Foyer): JsonRpcSigner =>
  getEthersProvider(foyer).getSigner(currentWallet(foyer).address)

/**
 * Calls back with the signer, now and with each change of account, wallet or network; with undefined while there is none. @returns stops
 *
 * @example
 * const stop = watchEthersSigner(foyer, (signer) => setSigner(signer))
 */
export const watchEthersSigner = (foyer: Foyer, listener: (signer: JsonRpcSigner | undefined) => void): (() => void) =>
  watchCurrent(foyer, { make: getEthersSigner, listener })
