import type { Foyer } from '@foyer/core'
import { BrowserProvider, JsonRpcSigner } from 'ethers'
import { currentWallet, watchCurrent } from '../clients/currentWallet.js'

/**
 * A provider of ethers 6 over the connected wallet, on the network that it is on. It is of this account: once the visitor has chosen another account or wallet it
 * is refused with 4100, and after a switch of network ethers refuses. ethers 6 knows that number as little as most of a wallet's: its error is `could not coalesce error`, its `code`
 * `UNKNOWN_ERROR`, and what the wallet said lies in `error.error`. `foreignError` of `@foyer/core/errors` reads it.
 *
 * @throws AccountNotConnectedError where no wallet is connected
 * @see https://docs.ethers.org/v6/api/providers/#BrowserProvider
 * @example
 * const balance = await getEthersProvider(foyer).getBalance(address)
 */
export function getEthersProvider(foyer: Foyer): BrowserProvider {
  const { provider, chainId, network } = currentWallet(foyer)
  const request = ({ method, params = [] }: { readonly method: string; readonly params?: unknown[] | object }) =>
    provider.request({ method, params: Array.isArray(params) ? params : [params] })
  return new BrowserProvider({ request }, network ? { chainId, name: network.name } : undefined)
}

/**
 * The connected account as a signer of ethers 6.
 *
 * @throws AccountNotConnectedError where no wallet is connected
 * @see https://docs.ethers.org/v6/api/providers/#Signer
 * @example
 * const response = await getEthersSigner(foyer).sendTransaction({ to, value: parseEther('0.1') })
 */
export const getEthersSigner = (foyer: Foyer): JsonRpcSigner =>
  new JsonRpcSigner(getEthersProvider(foyer), currentWallet(foyer).address)

/**
 * Calls back with the signer, now and with each change of account, wallet or network; with undefined while there is none. @returns stops
 *
 * @example
 * const stop = watchEthersSigner(foyer, (signer) => setSigner(signer))
 */
export const watchEthersSigner = (foyer: Foyer, listener: (signer: JsonRpcSigner | undefined) => void): (() => void) =>
  watchCurrent(foyer, { make: getEthersSigner, listener })
