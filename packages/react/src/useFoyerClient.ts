import type { Foyer } from '@foyer/core'
import { useEffect, useState } from 'react'
import { useFoyer } from './kit.js'

/**
 * The connected wallet as a library has it, kept in step with the account and the network: a wallet client of viem, a signer of ethers. Undefined while none is
 * connected, and on a server.
 *
 * @param watch - such as `watchWalletClient` of `@foyer/evm/viem`, or `watchEthersSigner` of `@foyer/evm/ethers`; the same function each time
 * @example
 * const client = useFoyerClient(watchWalletClient)
 * const send = () => client?.sendTransaction({ to, value })
 */
export function useFoyerClient<Client>(
  watch: (foyer: Foyer, listener: (client: Client | undefined) => void) => () => void,
): Client | undefined {
  const foyer = useFoyer()
  const [client, setClient] = useState<Client>()
  useEffect(() => watch(foyer, (next) => setClient(() => next)), [watch, foyer])
  return client
}
