import { type LowerHex, lowerHex } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { readContract } from 'viem/actions'
import { delegationManager } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import { nodeOf } from '../chain.js'

const abi = parseAbi([
  'function currentNonce(address manager, address delegator) view returns (uint256)',
  'function incrementNonce(address manager)',
])

interface On {
  readonly network: WalletNetwork
}

/** The number by which all of an account's permissions are ended at once. @throws where the node doesn't answer */
export const nonceOf = ({ network }: On, account: Address): Promise<bigint> =>
  readContract(nodeOf(network), {
    ...{ address: enforcers.nonce, abi, functionName: 'currentNonce', args: [delegationManager, account] },
  })

/** Returns the calldata that reads that number from the enforcer. */
export const readingNonce = (account: Address): LowerHex =>
  lowerHex(encodeFunctionData({ abi, functionName: 'currentNonce', args: [delegationManager, account] }))

/** Returns the calldata by which the account has the enforcer change its number. */
export const raisingNonce = (): LowerHex =>
  lowerHex(encodeFunctionData({ abi, functionName: 'incrementNonce', args: [delegationManager] }))
