import type { Address } from 'viem'
import { bytecodeOf } from './artefact.js'
import { deployCode } from './deployCode.js'

/**
 * Puts a token on a development chain whose small numbers are things of one whole token each (ERC-404): for tests of code that reads what a call moves.
 * @throws {@link DeployError}
 * @example
 * const token = await deployThingToken({ url: chain.url })
 * // mint(account, 3) gives things 1, 2 and 3; approve(spender, 2) is of a whole token
 */
export function deployThingToken({ url }: { url: string }): Promise<Address> {
  const initCode = bytecodeOf('../contracts/ThingToken.json')
  return deployCode({ url, step: 'deploy the token of things', initCode })
}
